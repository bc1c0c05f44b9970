/**
 * Work that yields promises and receives their values. Without promises it runs synchronously, many times faster than
 * with an await at each step.
 */
export type Steps<Result> = Generator<Promise<unknown> | undefined, Result, unknown>;

/** Runs steps and awaits the promises that they yield. `first`: a promise that they yielded before. */
export async function drive<Result>(steps: Steps<Result>, first?: Promise<unknown>): Promise<Result> {
  let answer: unknown = await first;
  for (;;) {
    const { done, value } = steps.next(answer);
    if (done === true) return value;
    answer = await value;
  }
}
