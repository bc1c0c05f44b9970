/** Runs work unless work of this name runs elsewhere. Returns undefined in that case, or if this is unknown. */
export type Alone = <Result>(name: string, work: () => Promise<Result>) => Promise<Result | undefined>;

/** Creates one for this process only. */
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
