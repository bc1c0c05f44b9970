import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Runs a task for each item, one by one or several at once, with pauses for other work. Continues after failures.
 * Returns the failed items with their errors.
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

/** Runs a task for each item. Throws all failures together at the end. */
export async function attemptAll<Item>(
  items: Iterable<Item>,
  task: (item: Item) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  throwFailures(await attemptEach(items, task, atOnce));
}

/** Runs a task for all items at once. Throws all failures together at the end. */
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
