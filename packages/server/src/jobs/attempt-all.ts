import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Does a task for one item after the other, or for so many at once, with room for other work between. One that fails
 * stops no other; answers those that failed, each with its error.
 */
export async function attemptEach<Item>(
  items: Iterable<Item>,
  task: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<Map<Item, unknown>> {
  const failures = new Map<Item, unknown>();
  const rest = Iterator.from(items);
  const work = async () => {
    for (const item of rest) {
      try {
        await task(item);
      } catch (error) {
        failures.set(item, error);
      }
      await nextTurn();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}

/** The same; what failed is thrown at the end, all together. */
export async function attemptAll<Item>(
  items: Iterable<Item>,
  task: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  throwFailures(await attemptEach(items, task, atOnce));
}

/** The same, for all items at once. */
export async function attemptAllAtOnce<Item>(
  items: readonly Item[],
  task: (item: Item) => Promise<unknown>,
): Promise<void> {
  const results = await Promise.allSettled(items.map(task));
  const failed = results.flatMap((result, i) =>
    result.status === "rejected" ? [[items[i], result.reason] as const] : [],
  );
  throwFailures(new Map(failed));
}

/** Throws an AggregateError if anything failed. */
export function throwFailures(failures: ReadonlyMap<unknown, unknown>): void {
  const errors = [...failures.values()];
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} failed, the first with: ${String(errors[0])}`);
}
