/** The same work, done once for all who ask for it while it is under way, as the first of them asked. */
export function shareWork<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return (...args) => (underWay ??= work(...args).finally(() => (underWay = undefined)));
}
