import { setTimeout as sleep } from "node:timers/promises";
import type { Viewer } from "./viewer.ts";

const INPUTS = 60;
/** The picture is sent once more a while after the last change. After that, an idle screen sends nothing. */
const STILL_MS = 250;
const PATIENCE_MS = 5_000;

/**
 * Returns the milliseconds from each input on an idle screen to its first changed packet. `undo` runs after each input.
 */
export async function inputLatencies(
  viewer: Viewer,
  act: (input: number) => Promise<void>,
  undo: () => Promise<void> = async () => undefined,
): Promise<number[]> {
  const values: number[] = [];
  for (let input = 0; input < INPUTS; input += 1) {
    while (performance.now() - viewer.lastPacketMs < STILL_MS) await sleep(10);
    const start = performance.now();
    const [next] = [viewer.nextPacket(), await act(input)];
    const change = await Promise.race([next, sleep(PATIENCE_MS, "nothing")]);
    if (change === "nothing") throw new Error("the screen did not change after an input");
    values.push(performance.now() - start);
    await undo();
  }
  return values;
}
