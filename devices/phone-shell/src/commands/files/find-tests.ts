import { CommandError } from "../../command-error.ts";
import { fnmatchPattern } from "../../executor/pattern.ts";
import { isFolder, type ProcessFiles, type ShellFileStatus } from "../../files/process-files.ts";
import { changedMode } from "../../text/mode-text.ts";

/** A file that `find` came to. */
export interface Found {
  path: string;
  status: ShellFileStatus;
  /** Folders between it and where the search began. */
  depth: number;
}

export type Test = (found: Found) => Promise<boolean>;

/** Makes a test; `next` gives the words after its name. Throws CommandError. */
type MakeTest = (next: () => string, files: ProcessFiles) => Test;

const typeBits: Readonly<Record<string, number>> = {
  f: 0o100000,
  d: 0o040000,
  l: 0o120000,
  c: 0o020000,
  b: 0o060000,
  p: 0o010000,
  s: 0o140000,
};
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** What `find` asks about a file, by name. */
export const fileTests: ReadonlyMap<string, MakeTest> = new Map<string, MakeTest>([
  ["-name", (next) => nameTest(caseless(next(), false))],
  ["-iname", (next) => nameTest(caseless(next(), true))],
  ["-path", (next) => pathTest(caseless(next(), false))],
  ["-wholename", (next) => pathTest(caseless(next(), false))],
  ["-ipath", (next) => pathTest(caseless(next(), true))],
  ["-type", (next) => typeTest(next())],
  ["-size", (next) => numberTest(next(), ({ status }, unit) => Math.ceil(status.sizeBytes / unit), true)],
  ["-mtime", (next) => numberTest(next(), ({ status }) => Math.floor((Date.now() - status.modifiedAtMs) / dayMs))],
  ["-mmin", (next) => numberTest(next(), ({ status }) => Math.floor((Date.now() - status.modifiedAtMs) / minuteMs))],
  ["-atime", (next) => numberTest(next(), ({ status }) => Math.floor((Date.now() - status.accessedAtMs) / dayMs))],
  ["-newer", (next, files) => newerTest(files.status(next()))],
  ["-perm", (next) => modeTest(next())],
  ["-user", (next) => ownerTest(next())],
  ["-group", (next) => groupTest(next())],
  [
    "-empty",
    (_, files) =>
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
  const types = new Set(letters.split(",").map((letter) => typeBits[letter]));
  if (types.has(undefined)) throw new CommandError(`find: bad -type '${letters}'`);
  return async ({ status }) => types.has(status.mode & 0o170000);
}

function newerTest(reference: Promise<ShellFileStatus>): Test {
  // Told of where the first file is compared.
  reference.catch(() => undefined);
  return async ({ status }) => status.modifiedAtMs > (await reference).modifiedAtMs;
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

/** Compares with `n`, `+n` (more) or `-n` (less); where it is a size a unit may follow. */
function numberTest(text: string, value: (found: Found, unit: number) => number, sized = false): Test {
  const [, sign = "", digits, letter = ""] = /^([-+]?)(\d+)([ckMGwb]?)$/.exec(text) ?? [];
  if (digits === undefined) throw new CommandError(`find: not integer: ${text}`);
  const unit = sized ? ({ c: 1, w: 2, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }[letter] ?? 512) : 1;
  return async (found) => {
    const actual = value(found, unit);
    if (sign === "+") return actual > Number(digits);
    return sign === "-" ? actual < Number(digits) : actual === Number(digits);
  };
}

/** Whether a text matches a shell pattern. */
function caseless(pattern: string, ignoreCase: boolean): (text: string) => boolean {
  if (!ignoreCase) return (text) => fnmatchPattern(pattern).test(text);
  return (text) => fnmatchPattern(pattern.toLowerCase()).test(text.toLowerCase());
}
