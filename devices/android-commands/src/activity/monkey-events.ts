import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { TouchEvent } from "@terrarium/adb-device/ports/input";
import type { Process } from "@terrarium/phone-shell/process";

/** Kinds of events with their default shares in percent (AOSP MonkeySourceRandom.java). */
const DEFAULT_SHARES = {
  touch: 20,
  motion: 10,
  trackball: 15,
  nav: 25,
  majornav: 15,
  syskeys: 2,
  appswitch: 2,
  anyevent: 11,
};

export type EventKind = keyof typeof DEFAULT_SHARES;
type Shares = Partial<Record<EventKind, number>>;

const kinds = Object.keys(DEFAULT_SHARES) as EventKind[]; // the keys of the object above
const KEYS = {
  nav: [KEY_CODES.dpadUp, KEY_CODES.dpadDown, KEY_CODES.dpadLeft, KEY_CODES.dpadRight],
  majornav: [KEY_CODES.menu, KEY_CODES.dpadCenter],
  syskeys: [
    KEY_CODES.home,
    KEY_CODES.back,
    KEY_CODES.call,
    KEY_CODES.endCall,
    KEY_CODES.volumeUp,
    KEY_CODES.volumeDown,
  ],
} as const;
/** Keys of "any event": letters and digits, because they only type. */
const anyKeys = Array.from({ length: 36 }, (_, i) => (i < 10 ? KEY_CODES.digit0 + i : KEY_CODES.letterA + i - 10));
const POINTER_ID = -11;

export interface MonkeyEvent {
  kind: EventKind;
  /** Text of `-v -v`. */
  text: string;
  send(process: Process): Promise<void>;
}

/**
 * Computes the share of each kind. The remainder of 100 percent goes to the kinds without a given share, in their
 * default proportions.
 */
function sharesOf(given: Shares): Record<EventKind, number> {
  const named = kinds.reduce((sum, kind) => sum + (given[kind] ?? 0), 0);
  const others = kinds.reduce((sum, kind) => sum + (given[kind] === undefined ? DEFAULT_SHARES[kind] : 0), 0);
  const rest = Math.max(0, 100 - named);
  const share = (kind: EventKind): number => given[kind] ?? (others === 0 ? 0 : (DEFAULT_SHARES[kind] * rest) / others);
  return {
    touch: share("touch"),
    motion: share("motion"),
    trackball: share("trackball"),
    nav: share("nav"),
    majornav: share("majornav"),
    syskeys: share("syskeys"),
    appswitch: share("appswitch"),
    anyevent: share("anyevent"),
  };
}

export function percentages(given: Shares): string {
  const shares = sharesOf(given);
  return `// Event percentages:\n${kinds.map((kind, i) => `//   ${i}: ${shares[kind].toFixed(1)}%\n`).join("")}`;
}

export interface MonkeyPlan {
  seed: number;
  count: number;
  apps: readonly { packageName: string; component: string }[];
  widthPx: number;
  heightPx: number;
  shares: Shares;
}

/** Generates the events of a seed. The first event starts an app. */
export function* monkeyEvents(plan: MonkeyPlan): Generator<MonkeyEvent> {
  const random = randomNumbers(plan.seed);
  const shares = sharesOf(plan.shares);
  for (let i = 0; i < plan.count; i++) yield i === 0 ? appSwitch(plan, random) : oneEvent(plan, shares, random);
}

function oneEvent(plan: MonkeyPlan, shares: Record<EventKind, number>, random: () => number): MonkeyEvent {
  let left = random() * kinds.reduce((sum, kind) => sum + shares[kind], 0);
  const kind = kinds.find((each) => (left -= shares[each]) < 0) ?? "touch";
  switch (kind) {
    case "touch":
      return touches(kind, [anyPoint(plan, random)]);
    case "motion":
    case "trackball":
      return touches(
        kind,
        Array.from({ length: 2 + Math.floor(random() * 8) }, () => anyPoint(plan, random)),
      );
    case "appswitch":
      return appSwitch(plan, random);
    case "anyevent":
      return key(kind, anyKeys, random);
    default:
      return key(kind, KEYS[kind], random);
  }
}

interface Point {
  xPx: number;
  yPx: number;
}

function anyPoint({ widthPx, heightPx }: MonkeyPlan, random: () => number): Point {
  return { xPx: Math.floor(random() * widthPx), yPx: Math.floor(random() * heightPx) };
}

function touches(kind: EventKind, points: Point[]): MonkeyEvent {
  const first = points[0] ?? { xPx: 0, yPx: 0 };
  const last = points.at(-1) ?? first;
  const events: TouchEvent[] = [
    { action: "down", pointerId: POINTER_ID, ...first },
    ...points.slice(1).map((point): TouchEvent => ({ action: "move", pointerId: POINTER_ID, ...point })),
    { action: "up", pointerId: POINTER_ID, ...last },
  ];
  const show = ({ xPx, yPx }: Point) => `0:(${xPx.toFixed(1)},${yPx.toFixed(1)})`;
  return {
    kind,
    text: `:Sending Touch (ACTION_DOWN): ${show(first)}\n:Sending Touch (ACTION_UP): ${show(last)}`,
    send: async ({ system }) => {
      for (const event of events) await system.touch(event);
    },
  };
}

function key(kind: EventKind, codes: readonly number[], random: () => number): MonkeyEvent {
  const code = codes[Math.floor(random() * codes.length)] ?? 0;
  return {
    kind,
    text: `:Sending Key (ACTION_DOWN): ${code}\n:Sending Key (ACTION_UP): ${code}`,
    send: ({ system }) => system.key(code, "press"),
  };
}

function appSwitch({ apps }: MonkeyPlan, random: () => number): MonkeyEvent {
  const app = apps[Math.floor(random() * apps.length)] ?? { packageName: "", component: "" };
  return {
    kind: "appswitch",
    text: `:Switch: #Intent;action=android.intent.action.MAIN;category=android.intent.category.LAUNCHER;launchFlags=0x10200000;component=${app.component};end`,
    send: async ({ system }) => {
      await system.startActivity({ packageName: app.packageName });
    },
  };
}

/** Returns a generator of numbers from 0 up to 1, the same for the same seed: the 32-bit generator "mulberry32". */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
