import { setImmediate as nextTurn } from "node:timers/promises";
import { flushSync } from "react-dom";

/** Enough for a render, its effects, and the same again for updates from these effects. */
const TURNS = 4;

/**
 * Runs work and waits until React has rendered its effects. The tests run with the production build of React, which
 * lacks its own `act`.
 */
export async function act(work: () => unknown): Promise<void> {
  await flushSync(work);
  // React's scheduler needs one turn of the event loop for each.
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}
