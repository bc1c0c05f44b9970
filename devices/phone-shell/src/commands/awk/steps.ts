/**
 * Work that hands out what it waits for and is given the value of that. Where it waits for nothing it runs as plain
 * code, which is many times faster than waiting at each step.
 */
export type Steps<Result> = Generator<Promise<unknown> | undefined, Result, unknown>;

/** Carries steps out, waiting where they ask for it. `first`: what they asked for already. */
export async function drive<Result>(steps: Steps<Result>, first?: Promise<unknown>): Promise<Result> {
  let answer: unknown = await first;
  for (;;) {
    const { done, value } = steps.next(answer);
    if (done === true) return value;
    answer = await value;
  }
}
