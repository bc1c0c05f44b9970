/** Returns a function that shares one run of the work among concurrent callers, with the first caller's arguments. */
export function singleFlight<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return (...args) => (underWay ??= work(...args).finally(() => (underWay = undefined)));
}
