import { KEY_CODES, META_STATES, parseKeyCode } from "@terrarium/adb-device/key-codes";
import type { TouchAction } from "@terrarium/adb-device/ports/input";
import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { runSubcommand, androidCommand, type Subcommand } from "../android-command.ts";
import { Arguments, decimalOf } from "../arguments.ts";
import { illegalArgument } from "../java-exception.ts";

const USAGE = `Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are:
      keyboard dpad mouse touchscreen touchpad touchnavigation trackball joystick gamepad stylus rotaryencoder

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--duration <ms>] [--doubletap] [--async] [--delay <ms>] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      scroll <x> <y> [--axis <VSCROLL|HSCROLL>,<value>]... (Default: rotaryencoder)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)
`;

const SOURCES = new Set([
  "keyboard",
  "dpad",
  "mouse",
  "touchscreen",
  "touchpad",
  "touchnavigation",
  "trackball",
  "joystick",
  "gamepad",
  "stylus",
  "rotaryencoder",
]);

const FRAME_MS = 16;
const SWIPE_MS = 300;
/** Duration of a long press: the timeout of AOSP ViewConfiguration and a little more. */
const LONG_PRESS_MS = 500;
const DOUBLE_TAP_MS = 50;
const MAX_DURATION_MS = 10 * 60_000;
/** Pointer of `input`, distinct from the pointers of a screen mirror. */
const POINTER_ID = -10;
/** Meta state while each modifier key is held. */
const META_KEYS: Readonly<Record<number, number>> = {
  [KEY_CODES.altLeft]: META_STATES.alt | META_STATES.altLeft,
  [KEY_CODES.altRight]: META_STATES.alt | META_STATES.altRight,
  [KEY_CODES.shiftLeft]: META_STATES.shift | META_STATES.shiftLeft,
  [KEY_CODES.shiftRight]: META_STATES.shift | META_STATES.shiftRight,
  [KEY_CODES.ctrlLeft]: META_STATES.ctrl | META_STATES.ctrlLeft,
  [KEY_CODES.ctrlRight]: META_STATES.ctrl | META_STATES.ctrlRight,
  [KEY_CODES.metaLeft]: META_STATES.meta | META_STATES.metaLeft,
  [KEY_CODES.metaRight]: META_STATES.meta | META_STATES.metaRight,
};
const MAX_ROLLS = 100;

interface Point {
  xPx: number;
  yPx: number;
}

/** `input`: injects touches, keys and text, with the arguments of AOSP's InputShellCommand. */
export const inputCommand = androidCommand("input", async (process) => {
  const rest = [...process.args];
  if (SOURCES.has(rest[0] ?? "")) rest.shift();
  if (rest[0] === "-d") rest.splice(0, 2);
  return runSubcommand(INPUT_SUBCOMMANDS, rest, process);
});

const commands: Record<string, Subcommand> = {
  text: async (args, { system }) => {
    const [text] = args;
    if (text === undefined) throw illegalArgument('Argument expected after "text"');
    // As on Android, words after the first are ignored; %s stands for a space.
    await system.text(text.replaceAll("%s", " "));
  },
  keyevent: pressKeys,
  tap: async (args, { system }) => {
    const [point] = points("tap", args, 1);
    await system.tap({ pointerId: POINTER_ID, ...point });
  },
  swipe: (args, process) => dragBetween("swipe", args, process, 0),
  draganddrop: (args, process) => dragBetween("draganddrop", args, process, LONG_PRESS_MS),
  motionevent: async ([name = "", ...args], process) => {
    const action = (["down", "up", "move", "cancel"] as const).find((known) => known === name.toLowerCase());
    if (!action) throw illegalArgument(`Unknown motionevent ${name}`);
    await touch(process, action, points("motionevent", args, 1)[0]);
  },
  press: (_args, { system }) => system.key(KEY_CODES.dpadCenter, "press"),
  roll: async (args, { system }) => {
    const [{ xPx, yPx }] = points("roll", args, 1);
    const keys = [
      ...repeated(xPx > 0 ? KEY_CODES.dpadRight : KEY_CODES.dpadLeft, xPx),
      ...repeated(yPx > 0 ? KEY_CODES.dpadDown : KEY_CODES.dpadUp, yPx),
    ];
    for (const key of keys) await system.key(key, "press");
  },
  scroll,
  keycombination: pressTogether,
};

/** Subcommands of `input` and `cmd input`. */
export const INPUT_SUBCOMMANDS = { commands, usage: USAGE };

function touch({ system }: Process, action: TouchAction, point: Point): Promise<void> {
  return system.touch({ action, pointerId: POINTER_ID, ...point });
}

function repeated(key: number, count: number): number[] {
  return Array.from({ length: Math.min(MAX_ROLLS, Math.abs(Math.trunc(count))) }, () => key);
}

/**
 * Puts the finger down, holds it, moves it evenly over the duration and lifts it. Also lifts it when a signal ends the
 * command.
 */
async function dragBetween(command: string, args: string[], process: Process, restMs: number): Promise<void> {
  const [from, to] = points(command, args, 2);
  const wantedMs = args[4] === undefined ? SWIPE_MS : numberOf(command, args, 4);
  // A negative duration stands for the default.
  const durationMs = wantedMs < 0 ? SWIPE_MS : Math.min(MAX_DURATION_MS, wantedMs);
  await touch(process, "down", from);
  try {
    if (restMs > 0) await process.sleep(restMs);
    const start = process.clock.elapsedMs();
    for (let share = 0; share < 1;) {
      await process.sleep(Math.min(FRAME_MS, durationMs));
      share = durationMs === 0 ? 1 : Math.min(1, (process.clock.elapsedMs() - start) / durationMs);
      await touch(process, "move", {
        xPx: from.xPx + (to.xPx - from.xPx) * share,
        yPx: from.yPx + (to.yPx - from.yPx) * share,
      });
    }
    await touch(process, "up", to);
  } catch (error) {
    await touch(process, "cancel", to);
    throw error;
  }
}

function points(command: string, args: string[], count: 1): [Point];
function points(command: string, args: string[], count: 2): [Point, Point];
function points(command: string, args: string[], count: number): Point[] {
  return Array.from({ length: count }, (_, i) => ({
    xPx: numberOf(command, args, 2 * i),
    yPx: numberOf(command, args, 2 * i + 1),
  }));
}

/** Returns the number at this index. Throws with the message of AOSP InputShellCommand if there is none. */
function numberOf(command: string, args: readonly string[], index: number): number {
  const text = args[index];
  if (text === undefined) throw illegalArgument(`Argument expected after "${args[index - 1] ?? command}"`);
  const value = decimalOf(text);
  if (value === undefined) throw illegalArgument(`Error: Invalid arguments for command: ${command}`);
  return value;
}

function keyCodeOf(text: string): number {
  const keyCode = parseKeyCode(text);
  if (keyCode === undefined) throw new CommandError(`Error: unknown key code "${text}"`, 255);
  return keyCode;
}

async function pressKeys(list: string[], process: Process): Promise<void> {
  const { system } = process;
  const args = new Arguments(list);
  let holdMs = 0;
  let delayMs = 0;
  let doubleTap = false;
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "--longpress") holdMs = LONG_PRESS_MS;
    else if (option === "--duration") holdMs = Math.min(MAX_DURATION_MS, args.requireInteger(option));
    else if (option === "--delay") delayMs = Math.min(MAX_DURATION_MS, args.requireInteger(option));
    else if (option === "--doubletap") doubleTap = true;
    else if (option !== "--async") throw illegalArgument(`Unsupported option: ${option}`);
  }
  const pressed = [args.require("keyevent"), ...args.rest()].map(keyCodeOf);
  for (const [i, keyCode] of pressed.entries()) {
    if (i > 0 && delayMs > 0) await process.sleep(delayMs);
    await system.key(keyCode, holdMs > 0 ? "down" : "press");
    if (holdMs > 0) {
      await process.sleep(holdMs);
      await system.key(keyCode, "up");
    } else if (doubleTap) {
      await process.sleep(DOUBLE_TAP_MS);
      await system.key(keyCode, "press");
    }
  }
}

/** Presses all keys before it releases the first. Modifiers among them apply to the keys after them. */
async function pressTogether(list: string[], process: Process): Promise<void> {
  const { system } = process;
  const args = new Arguments(list);
  let durationMs = 0;
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option !== "-t") throw illegalArgument(`Unsupported option: ${option}`);
    durationMs = Math.min(MAX_DURATION_MS, args.requireInteger(option));
  }
  const pressed = args.rest().map(keyCodeOf);
  if (pressed.length < 2) throw illegalArgument("keycombination requires at least 2 keycodes");
  let metaState = 0;
  for (const keyCode of pressed) {
    metaState |= META_KEYS[keyCode] ?? 0;
    await system.key(keyCode, "down", metaState);
  }
  await process.sleep(durationMs);
  for (const keyCode of pressed) await system.key(keyCode, "up", metaState);
}

/** Scrolls the wheel at a point, or in the middle of the screen. */
async function scroll(list: string[], { system }: Process): Promise<void> {
  const axes = { VSCROLL: 0, HSCROLL: 0, SCROLL: 0 };
  const place: string[] = [];
  for (let i = 0; i < list.length; i++) {
    if (list[i] !== "--axis") {
      place.push(list[i] ?? "");
      continue;
    }
    const [name = "", value] = (list[++i] ?? "").split(",");
    if (!Object.hasOwn(axes, name)) throw illegalArgument(`Unsupported axis: ${name}`);
    axes[name as keyof typeof axes] = numberOf("scroll", [value ?? ""], 0); // checked above
  }
  const { widthPx, heightPx } = await system.display();
  const [point] = place.length > 0 ? points("scroll", place, 1) : [{ xPx: widthPx / 2, yPx: heightPx / 2 }];
  await system.scroll({ ...point, horizontal: axes.HSCROLL, vertical: axes.VSCROLL + axes.SCROLL });
}
