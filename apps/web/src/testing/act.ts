import { setImmediate as nextTurn } from "node:timers/promises";
import { flushSync } from "react-dom";

/** A render, its effects, and as many again for what the effects set. */
const TURNS = 4;

/**
 * Does something, and lets React show all that follows of it. React's own `act` is not in the build that the console
 * ships, with which these tests run.
 */
export async function act(work: () => unknown): Promise<void> {
  await flushSync(work);
  // React's scheduler takes a turn of the event loop for each.
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}
