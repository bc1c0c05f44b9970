import { CommandError } from "../../command-error.ts";
import { fnmatchPattern } from "../../executor/pattern.ts";
import { isFolder, type ShellFileStatus } from "../../files/process-files.ts";
import type { Process } from "../../process.ts";
import { parseDate } from "../../text/date-parse.ts";
import { changedMode } from "../../text/mode-text.ts";
import { timeZone } from "../../text/time-zone.ts";

/** A file in `find`'s search. */
export interface Found {
  path: string;
  status: ShellFileStatus;
  /** Number of folders between the file and the start of the search. */
  depth: number;
}

export type Test = (found: Found) => Promise<boolean>;

/** Makes a test. `next` returns the next word after its name. Throws CommandError. */
type MakeTest = (next: () => string, process: Process) => Test;

const TYPE_BITS: Readonly<Record<string, number>> = {
  f: 0o100000,
  d: 0o040000,
  l: 0o120000,
  c: 0o020000,
  b: 0o060000,
  p: 0o010000,
  s: 0o140000,
};
/** File times by the letters of `-newerXY`, `-atime` and similar tests. */
const times: Readonly<Record<string, (status: ShellFileStatus) => number>> = {
  a: ({ accessedAtMs }) => accessedAtMs,
  c: ({ changedAtMs }) => changedAtMs,
  m: ({ modifiedAtMs }) => modifiedAtMs,
};
const UNIT_SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Returns the factory of `find`'s test of this name. Returns undefined for an unknown name. */
export function fileTest(name: string): MakeTest | undefined {
  const [, aged, span] = /^-([acm])(time|min)$/.exec(name) ?? [];
  const timeOf = times[aged ?? ""];
  if (timeOf) return (next, { clock }) => ageTest(next(), timeOf, span === "min" ? "m" : "d", clock.nowMs());
  const [compared, own = "m", other = "m"] = /^-newer(?:([acm])([acmt]))?$/.exec(name) ?? [];
  const ownTime = times[own];
  if (compared === undefined || !ownTime) return fileTests.get(name);
  return (next, process) =>
    comparingTest(referenceTime(next(), times[other], process), (status, timeMs) => ownTime(status) > timeMs);
}

const fileTests: ReadonlyMap<string, MakeTest> = new Map<string, MakeTest>([
  ["-name", (next) => nameTest(caseless(next(), false))],
  ["-iname", (next) => nameTest(caseless(next(), true))],
  ["-path", (next) => pathTest(caseless(next(), false))],
  ["-wholename", (next) => pathTest(caseless(next(), false))],
  ["-ipath", (next) => pathTest(caseless(next(), true))],
  ["-type", (next) => typeTest(next())],
  ["-size", (next) => numberTest(next(), ({ status }, unit) => Math.ceil(status.sizeBytes / unit), true)],
  ["-links", (next) => numberTest(next(), ({ status }) => status.links)],
  ["-inum", (next) => numberTest(next(), ({ status }) => status.inode)],
  ["-samefile", (next, { files }) => comparingTest(files.status(next()), (one, other) => one.inode === other.inode)],
  ["-perm", (next) => modeTest(next())],
  ["-user", (next) => ownerTest(next())],
  ["-group", (next) => groupTest(next())],
  // All users and groups of the device have names.
  ["-nouser", () => async () => false],
  ["-nogroup", () => async () => false],
  ["-context", (next) => contextTest(next())],
  [
    "-executable",
    (_, { files }) =>
      async ({ path }) =>
        files.status(path).then(
          ({ mode }) => (mode & 0o111) !== 0,
          () => false,
        ),
  ],
  [
    "-empty",
    (_, { files }) =>
      async ({ path, status }) =>
        isFolder(status) ? (await files.names(path)).length === 0 : status.sizeBytes === 0,
  ],
  ["-true", () => async () => true],
  ["-false", () => async () => false],
  ["-xdev", () => async () => true],
  ["-mount", () => async () => true],
]);

function nameTest(matches: (text: string) => boolean): Test {
  return async ({ path }) => matches(path === "/" ? path : (path.replace(/\/+$/, "").split("/").at(-1) ?? ""));
}

function pathTest(matches: (text: string) => boolean): Test {
  return async ({ path }) => matches(path);
}

function typeTest(letters: string): Test {
  const types = new Set(letters.split(",").map((letter) => TYPE_BITS[letter]));
  if (types.has(undefined)) throw new CommandError(`find: bad -type '${letters}'`);
  return async ({ status }) => types.has(status.mode & 0o170000);
}

/** Returns the time of the named file. Without `timeOf`, the text is the time itself. */
async function referenceTime(
  text: string,
  timeOf: ((status: ShellFileStatus) => number) | undefined,
  process: Process,
): Promise<number> {
  if (timeOf) return timeOf(await process.files.status(text));
  const timeMs = parseDate(text, await timeZone(process), process.clock.nowMs());
  if (timeMs === undefined) throw new CommandError(`find: bad date ${text}`);
  return timeMs;
}

/** Compares files with a value that is looked up. A failed lookup is reported when the first file is compared. */
function comparingTest<T>(reference: Promise<T>, compare: (status: ShellFileStatus, reference: T) => boolean): Test {
  reference.catch(() => undefined);
  return async ({ status }) => compare(status, await reference);
}

function contextTest(pattern: string): Test {
  const matches = caseless(pattern, false);
  return async ({ status }) => matches(status.label);
}

function modeTest(text: string): Test {
  const [, mark = "", mode = ""] = /^([-/]?)(.*)$/.exec(text) ?? [];
  const bits = changedMode(mode, 0, false);
  if (bits === undefined) throw new CommandError(`find: bad mode '${mode}'`);
  return async ({ status: { mode } }) => {
    if (mark === "-") return (mode & bits) === bits;
    return mark === "/" ? (mode & bits) !== 0 : (mode & 0o7777) === bits;
  };
}

function ownerTest(user: string): Test {
  return async ({ status }) => status.userName === user || String(status.userId) === user;
}

function groupTest(group: string): Test {
  return async ({ status }) => status.groupName === group || String(status.groupId) === group;
}

/**
 * Compares ages in whole seconds, as toybox does. 36 hours are more than one day, but match no number of days exactly.
 */
function ageTest(text: string, timeOf: (status: ShellFileStatus) => number, usualUnit: string, nowMs: number): Test {
  const [, number = "", letter = usualUnit] = /^(.*?)([dhms])?$/is.exec(text) ?? [];
  const unit = UNIT_SECONDS[letter.toLowerCase()] ?? 1;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const nowS = seconds(nowMs);
  return numberTest(number, ({ status }) => (nowS - seconds(timeOf(status))) / unit);
}

/** Compares with `n`, `+n` (more) or `-n` (less). A unit may follow a size. */
function numberTest(text: string, value: (found: Found, unit: number) => number, sized = false): Test {
  if (!/^[-+\d]/.test(text)) throw new CommandError(`find: ${text} not [+-]N`);
  const [, sign = "", digits, letter = ""] = /^([-+]?)(\d+)([ckMGwb]?)$/.exec(text) ?? [];
  if (digits === undefined) throw new CommandError(`find: not integer: ${text}`);
  const unit = sized ? ({ c: 1, w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }[letter] ?? 512) : 1;
  return async (found) => {
    const actual = value(found, unit);
    if (sign === "+") return actual > Number(digits);
    return sign === "-" ? actual < Number(digits) : actual === Number(digits);
  };
}

/** Returns a function that matches a text against a shell pattern. */
function caseless(pattern: string, ignoreCase: boolean): (text: string) => boolean {
  if (!ignoreCase) return (text) => fnmatchPattern(pattern).test(text);
  return (text) => fnmatchPattern(pattern.toLowerCase()).test(text.toLowerCase());
}
