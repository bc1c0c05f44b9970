import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { z } from "zod";
import type { HelperPhone } from "../host/helper-definition.ts";
import { line, MAX_GESTURE_MS, playGesture, type Point, type Sample } from "../screen/gesture.ts";
import { waitUntil } from "../screen/pace.ts";
import { commitText, pressKey } from "../screen/type-text.ts";
import { invalidArgument } from "./wire-error.ts";

const MAX_SOURCES = 10;
const MAX_ITEMS = 1_000;
const origin = z.union([z.string(), z.record(z.string(), z.string())]);

/** W3C WebDriver, section 15: sources of input and their items. */
export const actionsSchema = z.object({
  actions: z
    .array(
      z.object({
        type: z.string(),
        id: z.string().optional(),
        actions: z
          .array(
            z.object({
              type: z.string(),
              duration: z.number().min(0).max(MAX_GESTURE_MS).optional(),
              x: z.number().optional(),
              y: z.number().optional(),
              button: z.number().optional(),
              origin: origin.optional(),
              value: z.string().max(10).optional(),
            }),
          )
          .max(MAX_ITEMS)
          .default([]),
      }),
    )
    .max(MAX_SOURCES),
});

type Source = z.infer<typeof actionsSchema>["actions"][number];
type Item = Source["actions"][number];

/** Keys of WebDriver (section 15.4.2) with those of Android. */
const KEYS: Readonly<Record<string, number>> = {
  "\ue003": KEY_CODES.del,
  "\ue004": KEY_CODES.tab,
  "\ue006": KEY_CODES.enter,
  "\ue007": KEY_CODES.enter,
  "\ue00c": KEY_CODES.escape,
  "\ue00e": KEY_CODES.pageUp,
  "\ue00f": KEY_CODES.pageDown,
  "\ue012": KEY_CODES.dpadLeft,
  "\ue013": KEY_CODES.dpadUp,
  "\ue014": KEY_CODES.dpadRight,
  "\ue015": KEY_CODES.dpadDown,
  "\ue017": KEY_CODES.forwardDel,
};

/** Plays sources of input at the same time, tick by tick. `centerOf` returns the middle of an element. */
export async function performActions(
  phone: HelperPhone,
  sources: readonly Source[],
  centerOf: (origin: Readonly<Record<string, string>>) => Promise<Point>,
  signal: AbortSignal,
): Promise<void> {
  const ticks = tickTimes(sources);
  const fingers: Sample[][] = [];
  const keys: { atMs: number; value: string }[] = [];
  for (const { type, actions } of sources) {
    if (type === "pointer") fingers.push(...(await fingersOf(actions, ticks, centerOf)));
    else if (type === "key") keys.push(...keysOf(actions, ticks));
    else if (type !== "none") throw invalidArgument(`Input of type '${type}' is not supported`);
  }
  await Promise.all([playGesture(phone, fingers, signal), typeKeys(phone, keys, signal)]);
}

/** Returns the start of each tick, and the end. A tick lasts as long as its longest item. */
function tickTimes(sources: readonly Source[]): number[] {
  const count = Math.max(0, ...sources.map(({ actions }) => actions.length));
  const times = [0];
  for (let tick = 0; tick < count; tick++) {
    const longest = Math.max(0, ...sources.map(({ actions }) => actions[tick]?.duration ?? 0));
    times.push((times[tick] ?? 0) + longest);
  }
  if ((times.at(-1) ?? 0) > MAX_GESTURE_MS) throw invalidArgument(`Actions take at most ${MAX_GESTURE_MS} ms`);
  return times;
}

/** Returns a finger for each time that the pointer is down. */
async function fingersOf(
  items: readonly Item[],
  ticks: readonly number[],
  centerOf: (origin: Readonly<Record<string, string>>) => Promise<Point>,
): Promise<Sample[][]> {
  const fingers: Sample[][] = [];
  let at: Point = { x: 0, y: 0 };
  let down: Sample[] | undefined;
  for (const [tick, item] of items.entries()) {
    const offsetMs = ticks[tick] ?? 0;
    if (item.type === "pointerMove") {
      const to = await target(item, at, centerOf);
      down?.push(...line(at, to, item.duration ?? 0, offsetMs));
      at = to;
    } else if (item.type === "pointerDown") down = [{ ...at, offsetMs }];
    else if (item.type === "pointerUp" || item.type === "pointerCancel") {
      if (down) fingers.push([...down, { ...at, offsetMs }]);
      down = undefined;
    } else if (item.type !== "pause") throw invalidArgument(`Pointer action '${item.type}' is not supported`);
  }
  if (down) fingers.push([...down, { ...at, offsetMs: ticks[items.length] ?? 0 }]);
  return fingers;
}

async function target(
  { x = 0, y = 0, origin: from = "viewport" }: Item,
  at: Point,
  centerOf: (origin: Readonly<Record<string, string>>) => Promise<Point>,
): Promise<Point> {
  const start = typeof from === "object" ? await centerOf(from) : from === "pointer" ? at : { x: 0, y: 0 };
  return { x: start.x + x, y: start.y + y };
}

function keysOf(items: readonly Item[], ticks: readonly number[]): { atMs: number; value: string }[] {
  return items.flatMap(({ type, value = "" }, tick) => (type === "keyDown" ? [{ atMs: ticks[tick] ?? 0, value }] : []));
}

async function typeKeys(
  phone: HelperPhone,
  keys: readonly { atMs: number; value: string }[],
  signal: AbortSignal,
): Promise<void> {
  const startMs = performance.now();
  for (const { atMs, value } of keys) {
    await waitUntil(startMs, atMs, signal);
    const keyCode = KEYS[value];
    if (keyCode !== undefined) pressKey(phone, keyCode);
    else if (!/^[\ue000-\uf8ff]$/.test(value)) commitText(phone, value);
  }
}
