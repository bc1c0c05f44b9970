import { setTimeout as delay } from "node:timers/promises";
import type { ShellCommand } from "../../process.ts";
import type { TouchAction } from "../../../system/display.ts";
import type { SystemCalls } from "../../system-calls.ts";
import { CommandError, command, numberArgument } from "../command.ts";
import { parseKeyCode } from "./key-codes.ts";

const usage = `Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]
The commands are:
      text <string>
      keyevent [--longpress|--doubletap] <key code number or name> ...
      tap <x> <y>
      swipe <x1> <y1> <x2> <y2> [duration(ms)]
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)]
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y>`;

const sources = new Set([
  "touchscreen",
  "keyboard",
  "mouse",
  "touchpad",
  "trackball",
  "dpad",
  "gamepad",
  "joystick",
  "stylus",
  "touchnavigation",
]);

const frameMs = 16;
const swipeMs = 300;
const longPressMs = 500;
const doubleTapMs = 50;
const maxDurationMs = 10 * 60_000;
/** The finger of `input`, apart from those of a screen mirror. */
const pointerId = -10;

interface Point {
  xPx: number;
  yPx: number;
}

/** `input`: touches, keys and text, as AOSP's InputShellCommand takes them. */
export function createInputCommand(system: SystemCalls): ShellCommand {
  const touch = (action: TouchAction, point: Point) => system.touch({ action, pointerId, ...point });

  /** Moves the finger, which is down at `from`, evenly over the time, and lifts it. */
  const drag = async (from: Point, to: Point, durationMs: number) => {
    const start = performance.now();
    for (let share = 0; share < 1;) {
      await delay(Math.min(frameMs, durationMs));
      share = durationMs === 0 ? 1 : Math.min(1, (performance.now() - start) / durationMs);
      await touch("move", {
        xPx: from.xPx + (to.xPx - from.xPx) * share,
        yPx: from.yPx + (to.yPx - from.yPx) * share,
      });
    }
    await touch("up", to);
  };

  const actions: Record<string, (args: string[]) => Promise<void>> = {
    text: async ([text]) => {
      if (text === undefined) throw new CommandError("Error: text needs a string");
      await system.text(text.replaceAll("%s", " "));
    },
    keyevent: (args) => pressKeys(system, args),
    tap: async (args) => {
      const [point] = points(args, 1);
      await touch("down", point);
      await touch("up", point);
    },
    swipe: async (args) => {
      const [from, to] = points(args, 2);
      await touch("down", from);
      await drag(from, to, duration(args[4]));
    },
    draganddrop: async (args) => {
      const [from, to] = points(args, 2);
      await touch("down", from);
      await delay(longPressMs);
      await drag(from, to, duration(args[4]));
    },
    motionevent: async ([name = "", ...args]) => {
      const action = (["down", "up", "move", "cancel"] as const).find((known) => known === name.toLowerCase());
      if (!action) throw new CommandError(`Error: unknown motionevent "${name}"; DOWN, UP, MOVE or CANCEL`);
      await touch(action, points(args, 1)[0]);
    },
  };

  return command("input", async (args) => {
    const rest = [...args];
    if (sources.has(rest[0] ?? "")) rest.shift();
    if (rest[0] === "-d") rest.splice(0, 2);
    const [name = "", ...actionArgs] = rest;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new CommandError(`${name ? `Error: Unknown command: ${name}\n` : ""}${usage}`, 255);
    await action(actionArgs);
  });
}

function points(args: string[], count: 1): [Point];
function points(args: string[], count: 2): [Point, Point];
function points(args: string[], count: number): Point[] {
  return Array.from({ length: count }, (_, i) => ({
    xPx: numberArgument("x", args[2 * i]),
    yPx: numberArgument("y", args[2 * i + 1]),
  }));
}

function duration(text: string | undefined): number {
  return text === undefined ? swipeMs : Math.min(maxDurationMs, Math.max(0, numberArgument("duration", text)));
}

async function pressKeys(system: SystemCalls, args: string[]): Promise<void> {
  const longPress = args.includes("--longpress");
  const doubleTap = args.includes("--doubletap");
  const keys = args.filter((arg) => !arg.startsWith("--"));
  if (keys.length === 0) throw new CommandError("Error: keyevent needs a key code");
  const keyCodes = keys.map((key) => {
    const keyCode = parseKeyCode(key);
    if (keyCode === undefined) throw new CommandError(`Error: unknown key code "${key}"`);
    return keyCode;
  });
  for (const keyCode of keyCodes) {
    await system.key(keyCode, longPress ? "down" : "press");
    if (longPress) {
      await delay(longPressMs);
      await system.key(keyCode, "up");
    } else if (doubleTap) {
      await delay(doubleTapMs);
      await system.key(keyCode, "press");
    }
  }
}
