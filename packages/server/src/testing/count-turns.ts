/** For tests: does some work, and answers how often the event loop came round to other work meanwhile. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = -1;
  let next: NodeJS.Immediate | undefined;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  count();
  await work();
  clearImmediate(next);
  return turns;
}
