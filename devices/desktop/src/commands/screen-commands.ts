import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseKeyCode } from "@terrarium/adb-device/key-codes";
import type { DesktopScreen } from "../screen/desktop-screen.ts";
import { CommandError, type Command } from "./command.ts";
import { mouse } from "./mouse.ts";
import { numbers } from "./numbers.ts";

const STEP_MS = 10;
const TAP_MS = 30;
/** Delay after a tap. Keys overtake taps in a busy browser, so keys typed next could miss the new focus. */
const SETTLE_MS = 100;
const MAX_SWIPE_MS = 60_000;
const DEFAULT_SWIPE_MS = 300;
const PIXEL_FORMAT_RGBA = 1;
const COLOR_SPACE_SRGB = 1;
const SIZE_LIMITS = { min: 120, max: 4096 };

/**
 * Android's commands for screen input and screenshots, as far as desktop callers need them, and `mouse`. `drawn`
 * resolves when the browser's front page, if any, accepts input.
 */
export function screenCommands(screen: () => DesktopScreen, drawn: () => Promise<void>): Record<string, Command> {
  // Earlier typing may still be queued. Each command responds only when its input is complete.
  const whole =
    (command: Command): Command =>
    async (call) => {
      await drawn();
      await command(call);
      await screen().input.settled();
    };
  return {
    input: whole((call) => input(screen(), call.args)),
    mouse: whole(mouse(screen)),
    screencap: (call) => screencap(screen(), call),
    wm: (call) => wm(screen(), call),
    dumpsys: async ({ args: [service], print }) => {
      if (service !== "display") throw new CommandError(`Can't find service: ${service ?? ""}`);
      const { widthPx, heightPx } = screen().display;
      // AOSP DisplayViewport.toString
      const frame = `Rect(0, 0 - ${widthPx}, ${heightPx})`;
      await print(`DisplayViewport{type=INTERNAL, valid=true, orientation=0, logicalFrame=${frame}}\n`);
    },
  };
}

/**
 * Runs `input tap X Y`, `swipe X Y X Y [MS]`, `text WORDS`, `keyevent KEY...`, `keycombination KEY KEY...`,
 * `motionevent` (AOSP InputShellCommand).
 */
async function input(screen: DesktopScreen, words: readonly string[]): Promise<void> {
  const { input: to } = screen;
  // Input sources such as `mouse` or `touchscreen` are ignored.
  const sources = ["mouse", "touchscreen", "keyboard", "touchpad", "stylus"];
  const [what, ...args] = sources.includes(words[0] ?? "") ? words.slice(1) : words;
  switch (what) {
    case "tap": {
      const [xPx = 0, yPx = 0] = numbers(args, 2);
      to.touch({ action: "down", pointerId: 0, xPx, yPx });
      await sleep(TAP_MS);
      to.touch({ action: "up", pointerId: 0, xPx, yPx });
      await sleep(SETTLE_MS);
      return;
    }
    case "swipe":
    case "draganddrop":
      return swipe(
        screen,
        numbers(args.slice(0, 4), 4),
        args[4] === undefined ? DEFAULT_SWIPE_MS : (numbers([args[4]], 1)[0] ?? 0),
      );
    case "motionevent": {
      const action = (args[0] ?? "").toLowerCase();
      if (action !== "down" && action !== "move" && action !== "up" && action !== "cancel")
        throw new CommandError(`Unknown action: ${args[0] ?? ""}`);
      const [xPx = 0, yPx = 0] = numbers(args.slice(1), 2);
      return to.touch({ action, pointerId: 0, xPx, yPx });
    }
    case "text":
      return to.text(args.join(" ").replaceAll("%s", " "));
    case "keyevent":
      for (const keyCode of KEY_CODES(
        to,
        args.filter((arg) => !arg.startsWith("--")),
      )) {
        to.key({ action: "down", keyCode, metaState: 0 });
        to.key({ action: "up", keyCode, metaState: 0 });
      }
      return;
    case "keycombination": {
      // The hold duration is ignored.
      const held = KEY_CODES(to, args[0] === "-t" ? args.slice(2) : args);
      for (const keyCode of held) to.key({ action: "down", keyCode, metaState: 0 });
      for (const keyCode of held.toReversed()) to.key({ action: "up", keyCode, metaState: 0 });
      return;
    }
    default:
      throw new CommandError(
        "usage: input tap X Y | swipe X Y X Y [MS] | text WORDS | keyevent KEY... | keycombination KEY KEY... | motionevent ACTION X Y",
      );
  }
}

/** Throws CommandError for an unknown key name or a key that a PC keyboard lacks. */
const KEY_CODES = (to: DesktopScreen["input"], names: readonly string[]): number[] =>
  names.map((name) => {
    const keyCode = parseKeyCode(name);
    if (keyCode === undefined) throw new CommandError(`Invalid key code: ${name}`);
    if (!to.hasKey(keyCode)) throw new CommandError(`There is no such key here: ${name}`);
    return keyCode;
  });

async function swipe({ input: to }: DesktopScreen, points: number[], durationMs: number): Promise<void> {
  const [fromX = 0, fromY = 0, toX = 0, toY = 0] = points;
  const steps = Math.max(1, Math.round(Math.min(durationMs, MAX_SWIPE_MS) / STEP_MS));
  to.touch({ action: "down", pointerId: 0, xPx: fromX, yPx: fromY });
  for (let step = 1; step <= steps; step++) {
    await sleep(STEP_MS);
    const [xPx, yPx] = [fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps];
    to.touch({ action: "move", pointerId: 0, xPx, yPx });
  }
  to.touch({ action: "up", pointerId: 0, xPx: toX, yPx: toY });
}

/**
 * Runs `screencap [-p] [FILE]`: writes a PNG file, or raw pixels after width, height, format and colour space (AOSP
 * cmds/screencap).
 */
async function screencap({ display }: DesktopScreen, { args, folder, print }: Parameters<Command>[0]): Promise<void> {
  const file = args.find((arg) => !arg.startsWith("-"));
  const isPng = args.includes("-p") || file?.endsWith(".png");
  const bytes = isPng ? await display.capturePng() : rawPicture(display);
  if (file === undefined || file === "-") return print(bytes);
  await writeFile(resolve(folder, file), bytes).catch((error: unknown) => {
    throw new CommandError(`Error opening file: ${file} (${error instanceof Error ? error.message : String(error)})`);
  });
}

function rawPicture(display: DesktopScreen["display"]): Uint8Array {
  const { widthPx, heightPx } = display;
  const header = Buffer.alloc(16);
  [widthPx, heightPx, PIXEL_FORMAT_RGBA, COLOR_SPACE_SRGB].forEach((field, i) => header.writeUInt32LE(field, 4 * i));
  return Buffer.concat([header, display.picture(widthPx, heightPx).data()]);
}

/** Runs `wm size [WxH|reset]` and `wm density` (AOSP WindowManagerShellCommand). */
async function wm({ display }: DesktopScreen, { args: [what, value], print }: Parameters<Command>[0]): Promise<void> {
  const { physical } = display;
  if (what === "density" && value === undefined) return print(`Physical density: ${physical.densityDpi}\n`);
  if (what === "dismiss-keyguard") return;
  if (what !== "size")
    throw new CommandError(`this screen has no "wm ${what ?? ""}${value === undefined ? "" : ` ${value}`}"`);
  if (value === undefined) {
    const { widthPx, heightPx } = display;
    const isOwn = widthPx === physical.widthPx && heightPx === physical.heightPx;
    const override = isOwn ? "" : `Override size: ${widthPx}x${heightPx}\n`;
    return print(`Physical size: ${physical.widthPx}x${physical.heightPx}\n${override}`);
  }
  if (value === "reset") return display.resize(physical);
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(value) ?? [];
  const size = { widthPx: Number(width), heightPx: Number(height) };
  const fits = Object.values(size).every((px) => px >= SIZE_LIMITS.min && px <= SIZE_LIMITS.max);
  if (!fits)
    throw new CommandError(`Error: bad size ${value}; both sides are ${SIZE_LIMITS.min} to ${SIZE_LIMITS.max}`);
  await display.resize(size).catch((error: unknown) => {
    throw new CommandError(`Error: ${error instanceof Error ? error.message : String(error)}`);
  });
}
