/** Does work unless it is being done elsewhere at this moment, as its name tells; answers undefined then, or if that cannot be known. */
export type Alone = <Result>(name: string, work: () => Promise<Result>) => Promise<Result | undefined>;

/** Within this process. */
export function createAlone(): Alone {
  const underWay = new Set<string>();
  return async (name, work) => {
    if (underWay.has(name)) return undefined;
    underWay.add(name);
    try {
      return await work();
    } finally {
      underWay.delete(name);
    }
  };
}
