/** For tests: runs some work, and returns the number of event loop turns during it. */
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
