/** Runs tasks at most `limit` at a time, in order of arrival. */
export function createLimiter(limit: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let free = limit;
  const waiting: Array<() => void> = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
