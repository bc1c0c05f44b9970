import { setTimeout as sleep } from "node:timers/promises";
import { MOUSE_BUTTONS } from "@terrarium/adb-device/ports/input";
import type { DesktopScreen } from "../screen/desktop-screen.ts";
import { CommandError, type Command } from "./command.ts";
import { numbers } from "./numbers.ts";

const STEP_MS = 10;
const PRESS_MS = 30;
/** Delay after a click. Keys overtake clicks in a busy browser, so keys typed next could miss the new focus. */
const SETTLE_MS = 100;
const MAX_DRAG_MS = 60_000;
const MAX_CLICKS = 3;

const BUTTONS = new Map<string, number>([
  ["left", MOUSE_BUTTONS.primary],
  ["right", MOUSE_BUTTONS.secondary],
  ["middle", MOUSE_BUTTONS.tertiary],
]);

const USAGE =
  "usage: mouse move X Y | click X Y [BUTTON [TIMES [KEY...]]] | drag MS X Y X Y [X Y...] | scroll X Y CLICKS-RIGHT CLICKS-UP";

/**
 * `mouse`: mouse actions that Android's `input` lacks. Each action is complete before the response. `move`; `click`
 * with a button (left, right, middle), one or more times, optionally with keys held (Android key codes); `drag` along
 * points with a given number of milliseconds between them; `scroll` by wheel clicks.
 */
export const mouse =
  (screen: () => DesktopScreen): Command =>
  async ({ args: [what, ...args] }) => {
    const { input } = screen();
    switch (what) {
      case "move": {
        const [xPx = 0, yPx = 0] = numbers(args, 2);
        return input.pointer({ xPx, yPx, buttons: 0 });
      }
      case "click":
        return click(input, args);
      case "drag":
        return drag(input, numbers(args, args.length));
      case "scroll": {
        const [xPx = 0, yPx = 0, horizontal = 0, vertical = 0] = numbers(args, 4);
        input.pointer({ xPx, yPx, buttons: 0 });
        return input.scroll({ xPx, yPx, horizontal, vertical });
      }
      default:
        throw new CommandError(USAGE);
    }
  };

async function click(input: DesktopScreen["input"], args: readonly string[]): Promise<void> {
  const [xPx = 0, yPx = 0] = numbers(args, 2);
  const [name = "left", times = "1", ...keys] = args.slice(2);
  const [button, count] = [BUTTONS.get(name), Number(times)];
  if (button === undefined || !(count >= 1 && count <= MAX_CLICKS)) throw new CommandError(USAGE);
  const held = numbers(keys, keys.length);
  for (const keyCode of held) input.key({ action: "down", keyCode, metaState: 0 });
  input.pointer({ xPx, yPx, buttons: 0 });
  input.click(button, count);
  for (const keyCode of held.toReversed()) input.key({ action: "up", keyCode, metaState: 0 });
  await input.settled();
  await sleep(SETTLE_MS);
}

async function drag(input: DesktopScreen["input"], [legMs = 0, ...along]: number[]): Promise<void> {
  const points = Array.from({ length: along.length >> 1 }, (_, i) => ({
    xPx: along[2 * i] ?? 0,
    yPx: along[2 * i + 1] ?? 0,
  }));
  const [start, ...rest] = points;
  if (!start || rest.length === 0 || along.length % 2 === 1) throw new CommandError(USAGE);
  if (legMs * rest.length > MAX_DRAG_MS) throw new CommandError(`a drag takes at most ${MAX_DRAG_MS} ms`);
  let at = start;
  input.pointer({ ...at, buttons: 0 });
  input.pointer({ ...at, buttons: MOUSE_BUTTONS.primary });
  await sleep(PRESS_MS);
  for (const to of rest) {
    const steps = Math.max(1, Math.round(legMs / STEP_MS));
    for (let step = 1; step <= steps; step++) {
      await sleep(STEP_MS);
      const share = step / steps;
      const xPx = at.xPx + (to.xPx - at.xPx) * share;
      const yPx = at.yPx + (to.yPx - at.yPx) * share;
      input.pointer({ xPx, yPx, buttons: MOUSE_BUTTONS.primary });
    }
    at = to;
  }
  input.pointer({ ...at, buttons: 0 });
  await sleep(SETTLE_MS);
}
