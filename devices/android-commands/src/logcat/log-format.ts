import { formatDate } from "@terrarium/phone-shell/text/date-format";
import type { LogEntry, LogPriority } from "@terrarium/phone-system/log-buffer";

/** Layouts and modifiers of `logcat -v` (AOSP liblog, logprint.cpp). */
const LAYOUTS = ["brief", "long", "process", "raw", "tag", "thread", "threadtime", "time"] as const;
const MODIFIERS = [
  "color",
  "descriptive",
  "epoch",
  "monotonic",
  "nsec",
  "printable",
  "uid",
  "usec",
  "UTC",
  "year",
  "zone",
] as const;

type Layout = (typeof LAYOUTS)[number];
type Modifier = (typeof MODIFIERS)[number];

export interface LogFormat {
  layout: Layout;
  modifiers: ReadonlySet<Modifier>;
}

export const defaultLogFormat: LogFormat = { layout: "threadtime", modifiers: new Set() };

/** Adds one `-v` value, words separated by commas, to the format. Returns undefined if a word is unknown. */
export function addToLogFormat(format: LogFormat, text: string): LogFormat | undefined {
  let { layout } = format;
  const added = new Set(format.modifiers);
  for (const word of text.split(",").flatMap((part) => part.trim().split(" "))) {
    const name = word === "colour" ? "color" : word;
    const newLayout = LAYOUTS.find((known) => known === name);
    const modifier = MODIFIERS.find((known) => known === name);
    if (newLayout) layout = newLayout;
    else if (modifier) added.add(modifier);
    else if (name !== "help") return undefined;
  }
  return { layout, modifiers: added };
}

const COLORS: Record<LogPriority, number> = { V: 231, D: 75, I: 40, W: 166, E: 196, F: 196 };

export interface LogClock {
  /** Start time of the device as epoch ms. `monotonic` counts from it. */
  startedMs: number;
  /** Time zone of the process, as `timeZone` returns it. */
  timeZone: string;
}

/**
 * Formats the entry's lines as logcat prints them. Each line of a message has the prefix, except in the long layout.
 */
export function formatLogEntry(entry: LogEntry, { layout, modifiers: added }: LogFormat, clock: LogClock): string {
  const { prefix, suffix } = frame(entry, layout, added, clock);
  const [on, off] = added.has("color") ? [`\x1b[38;5;${COLORS[entry.priority]}m`, "\x1b[0m"] : ["", ""];
  const message = added.has("printable") ? printable(entry.message) : entry.message;
  if (layout === "long") return `${on}${prefix}\n${message}${off}\n\n`;
  const lines = message.replace(/\n+$/, "").split("\n");
  return lines.map((line) => `${on}${prefix}${line}${suffix}${off}\n`).join("");
}

function frame(
  entry: LogEntry,
  layout: Layout,
  added: ReadonlySet<Modifier>,
  clock: LogClock,
): { prefix: string; suffix: string } {
  const { priority } = entry;
  const tag = entry.tag.padEnd(8);
  const pid = String(entry.pid).padStart(5);
  const tid = String(entry.tid).padStart(5);
  const uid = added.has("uid") ? `${userName(entry.uid, added).padStart(5)}:` : "";
  const time = formatTime(entry.timeMs, added, clock);
  const prefix = {
    brief: `${priority}/${tag}(${uid}${pid}): `,
    long: `[ ${time} ${uid}${pid}:${tid} ${priority}/${tag} ]`,
    process: `${priority}(${uid}${pid}) `,
    raw: "",
    tag: `${priority}/${tag}: `,
    thread: `${priority}(${uid}${pid}:${tid}) `,
    threadtime: `${time} ${uid}${pid} ${tid} ${priority} ${tag}: `,
    time: `${time} ${priority}/${tag}(${uid}${pid}): `,
  };
  return { prefix: prefix[layout], suffix: layout === "process" ? `  (${entry.tag})` : "" };
}

const USER_NAMES = new Map([
  [0, "root"],
  [1000, "system"],
  [2000, "shell"],
]);

function userName(uid: number, added: ReadonlySet<Modifier>): string {
  const name = added.has("descriptive") ? USER_NAMES.get(uid) : undefined;
  return name ?? String(uid);
}

function formatTime(timeMs: number, added: ReadonlySet<Modifier>, clock: LogClock): string {
  const fraction = fractionOf(timeMs, added);
  if (added.has("monotonic")) {
    const sinceStartMs = Math.max(0, timeMs - clock.startedMs);
    return `${String(Math.floor(sinceStartMs / 1000)).padStart(6)}${fractionOf(sinceStartMs, added)}`;
  }
  if (added.has("epoch")) return `${String(Math.floor(timeMs / 1000)).padStart(19)}${fraction}`;
  const timeZone = added.has("UTC") ? "UTC" : clock.timeZone;
  const date = formatDate(added.has("year") ? "%Y-%m-%d %T" : "%m-%d %T", timeMs, timeZone);
  return `${date}${fraction}${added.has("zone") ? formatDate(" %z", timeMs, timeZone) : ""}`;
}

function fractionOf(timeMs: number, added: ReadonlySet<Modifier>): string {
  const zeros = added.has("nsec") ? "000000" : added.has("usec") ? "000" : "";
  return `.${String(Math.floor(timeMs % 1000)).padStart(3, "0")}${zeros}`;
}

function printable(text: string): string {
  const escapes: Record<string, string> = {
    "\t": "\\t",
    "\r": "\\r",
    "\b": "\\b",
    "\v": "\\v",
    "\f": "\\f",
    "\\": "\\\\",
  };
  return text.replace(
    /(?!\n)[\p{Control}\\]/gu,
    (character) => escapes[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );
}
