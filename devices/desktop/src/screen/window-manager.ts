import { setTimeout as sleep } from "node:timers/promises";
import { ask, type XConnection } from "./x-connection.ts";

/** A desktop starts slowly on a busy machine. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 20;
const ANY_TYPE = 0;

/**
 * Resolves when a window manager is running (Extended Window Manager Hints, _NET_SUPPORTING_WM_CHECK), or after a
 * timeout. A window that opens earlier gets another frame, and does not fill the screen.
 */
export async function windowManagerIsThere({ client, root }: XConnection): Promise<void> {
  const atom = await ask<number>((answer) => client.InternAtom(false, "_NET_SUPPORTING_WM_CHECK", answer));
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
    const { type } = await ask<{ type: number }>((answer) => client.GetProperty(0, root, atom, ANY_TYPE, 0, 1, answer));
    if (type !== 0) return;
    await sleep(LOOK_EVERY_MS);
  }
}
