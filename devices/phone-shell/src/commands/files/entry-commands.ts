import { posix } from "node:path";
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { isFolder, isLink } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { parseDate } from "../../text/date-parse.ts";
import { changedMode } from "../../text/mode-text.ts";
import { timeZone } from "../../text/time-zone.ts";
import { eachPath, modifiedAtMs } from "../each-file.ts";
import { needOperands, parseOptions, parseSize } from "../options.ts";

/** Runs the work for each path. Reports failures as `mkdir: 'x': reason`. */
async function eachQuoted(
  process: Process,
  paths: readonly string[],
  work: (path: string) => Promise<void>,
): Promise<number> {
  return eachPath(process, paths, work, (path) => `'${path}'`);
}

async function runMkdir(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "pvm:Z:" });
  needOperands(process, options, 1);
  return eachQuoted(process, options.operands, async (path) => {
    const place = path.replace(/(?<=.)\/+$/, "");
    if (options.has("p") && (await process.files.isFolder(place))) return;
    await process.files.makeFolder(place, options.has("p"));
    const mode = options.value("m");
    if (mode !== undefined) await process.files.changeMode(place, changedMode(mode, 0o777, true) ?? 0o777);
    if (options.has("v")) await process.stderr.write(`mkdir: created directory '${path}'\n`);
  });
}

async function runRmdir(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "p", long: ["ignore-fail-on-non-empty"] });
  needOperands(process, options, 1);
  return eachPath(process, options.operands, async (path) => {
    if (!isFolder(await process.files.status(path, false))) throw new FileError("ENOTDIR", path);
    await process.files.remove(path);
    if (!options.has("p")) return;
    for (let at = posix.dirname(path); at !== "." && at !== "/"; at = posix.dirname(at)) await process.files.remove(at);
  });
}

async function runRm(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "fiRrv" });
  if (options.operands.length === 0) {
    if (options.has("f")) return 0;
    needOperands(process, options, 1);
  }
  const recursive = options.has("r") || options.has("R");
  return eachPath(process, options.operands, async (path) => {
    try {
      if (/^(.*\/)?\.\.?$/.test(path)) throw new CommandError(`rm: bad path ${path}`);
      const status = await process.files.status(path, false);
      if (isFolder(status) && !recursive) throw new FileError("EISDIR", path);
      await process.files.remove(path.replace(/(?<=.)\/+$/, ""), recursive);
      if (options.has("v")) await process.stdout.write(`rm '${path}'\n`);
    } catch (error) {
      const missing = error instanceof FileError && (error.code === "ENOENT" || error.code === "ENOTDIR");
      if (!(missing && options.has("f"))) throw error;
    }
  });
}

/** Does nothing without files. Closed files have left the phone's process, and the host's kernel writes them. */
async function runSync(process: Process): Promise<number> {
  const { operands } = parseOptions(process, { letters: "" });
  return eachQuoted(process, operands, (path) => process.files.sync(path));
}

async function runTouch(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "acd:mr:t:hf" });
  needOperands(process, options, 1);
  const reference = options.value("r");
  const text = options.value("d") ?? options.value("t");
  const order = options.has("d") ? "yearLast" : "yearFirst";
  let timeMs = process.clock.nowMs();
  if (reference !== undefined) timeMs = await modifiedAtMs(process, reference);
  else if (text !== undefined)
    timeMs = parseDate(text, await timeZone(process), process.clock.nowMs(), order) ?? badDate(process.name, text);
  return eachQuoted(process, options.operands, async (path) => {
    const before = await process.files.status(path).catch((error: unknown) => {
      if (error instanceof FileError && error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!before) {
      if (options.has("c")) return;
      await process.files.write(path, "");
    }
    const accessed = options.has("m") && !options.has("a") ? (before?.accessedAtMs ?? timeMs) : timeMs;
    const modified = options.has("a") && !options.has("m") ? (before?.modifiedAtMs ?? timeMs) : timeMs;
    await process.files.setTimes(path, accessed, modified);
  });
}

function badDate(name: string, text: string): never {
  throw new CommandError(`${name}: bad date ${text}`);
}

async function runChmod(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "Rvf", unknownAreOperands: true });
  needOperands(process, options, 2);
  const [text = "", ...paths] = options.operands;
  const change = async (path: string): Promise<void> => {
    const status = await process.files.status(path);
    const mode = changedMode(text, status.mode, isFolder(status));
    if (mode === undefined) throw new CommandError(`chmod: bad mode '${text}'`);
    await process.files.changeMode(path, mode);
    if (options.has("v")) await process.stdout.write(`chmod '${path}' to ${text}\n`);
    if (!options.has("R") || !isFolder(status)) return;
    for (const name of await process.files.names(path)) await change(posix.join(path, name));
  };
  return eachPath(process, paths, change);
}

async function runChown(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "RHLPfhv" });
  needOperands(process, options, 2);
  const [owner = "", ...paths] = options.operands;
  return eachPath(
    process,
    paths,
    async (path) => {
      await process.files.status(path);
      throw new FileError("EPERM", path);
    },
    (path) => `'${path}' to '${owner}'`,
  );
}

async function runLn(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "sfnvrtT" });
  needOperands(process, options, 1);
  const targets = [...options.operands];
  const last = targets.length > 1 ? (targets.pop() ?? ".") : ".";
  const inside =
    !options.has("T") &&
    (await process.files.isFolder(last)) &&
    !(options.has("n") && (await process.files.status(last, false).then(isLink)));
  let exitCode = 0;
  for (const target of targets) {
    const link = inside ? posix.join(last, posix.basename(target)) : last;
    try {
      if (!options.has("s")) {
        await process.files.status(target);
        throw new FileError("EPERM", link);
      }
      if (options.has("f")) await process.files.remove(link).catch(() => undefined);
      await process.files.symlink(target, link);
      if (options.has("v")) await process.stderr.write(`'${link}' -> '${target}'\n`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await process.stderr.write(
        `ln: cannot create ${options.has("s") ? "symbolic link" : "hard link"} from '${target}' to '${link}': ${error.text}\n`,
      );
      exitCode = 1;
    }
  }
  return exitCode;
}

async function runReadlink(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "efmnqv" });
  needOperands(process, options, 1);
  let exitCode = 0;
  for (const path of options.operands) {
    try {
      const canonical = options.has("f") || options.has("e") || options.has("m");
      if (options.has("e")) await process.files.status(path);
      const text = canonical ? await process.files.realPath(path) : await process.files.readLink(path);
      await process.stdout.write(options.has("n") ? text : `${text}\n`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (options.has("v")) await process.stderr.write(`readlink: ${path}: ${error.text}\n`);
      exitCode = 1;
    }
  }
  return exitCode;
}

async function runRealpath(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "emsqz" });
  needOperands(process, options, 1);
  return eachPath(process, options.operands, async (path) => {
    // The path itself may be missing, but its parent folder must exist.
    if (options.has("e")) await process.files.status(path);
    else if (!options.has("m") && !options.has("s"))
      await process.files.status(posix.dirname(process.files.resolve(path)));
    await process.stdout.write(
      `${options.has("s") ? process.files.resolve(path) : await process.files.realPath(path)}\n`,
    );
  });
}

async function runMktemp(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "dp:qtu" });
  const folder = options.value("p") ?? process.env["TMPDIR"] ?? "/data/local/tmp";
  const [template = "tmp.XXXXXXXXXX"] = options.operands;
  if (!/X{2,}$/.test(template)) throw new CommandError("mktemp: need XX at end");
  const inFolder = options.operands.length === 0 || options.has("p") || options.has("t");
  const random = () => Buffer.from(process.random.bytes(16)).toString("base64url").replace(/[-_]/g, "x");
  const name = template.replace(/X+$/, (marks) => random().slice(0, marks.length).padEnd(marks.length, "x"));
  const path = inFolder ? `${folder.replace(/(?<=.)\/$/, "")}/${name}` : name;
  try {
    if (!options.has("u")) await (options.has("d") ? process.files.makeFolder(path) : process.files.write(path, ""));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (options.has("q")) return 1;
    throw new CommandError(
      `mktemp: Failed to create ${options.has("d") ? "directory" : "file"} ${template}: ${error.text}`,
    );
  }
  await process.stdout.write(`${path}\n`);
  return 0;
}

async function runBasename(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "as:", long: [] });
  needOperands(process, options, 1);
  const many = options.has("a") || options.has("s");
  if (!many && options.operands.length > 2) throw new CommandError("basename: too many args");
  const suffix = options.value("s") ?? (many ? undefined : options.operands[1]);
  for (const path of many ? options.operands : options.operands.slice(0, 1)) {
    const base = posix.basename(path) || (path === "" ? "." : "/");
    const short =
      suffix !== undefined && base !== suffix && base.endsWith(suffix)
        ? base.slice(0, -suffix.length || undefined)
        : base;
    await process.stdout.write(`${short}\n`);
  }
  return 0;
}

async function runDirname(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "" });
  needOperands(process, options, 1);
  for (const path of options.operands)
    await process.stdout.write(`${posix.dirname(path).replace(/(?<=[^/])\/+$/, "")}\n`);
  return 0;
}

async function runTruncate(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "cs:" });
  needOperands(process, options, 1);
  const text = options.value("s");
  if (text === undefined) throw new CommandError('truncate: Needs -s (see "truncate --help")');
  const [, way = "", number = ""] = /^([-+<>/%]?)(.*)$/.exec(text) ?? [];
  const change = parseSize("truncate", number);
  return eachQuoted(process, options.operands, async (path) => {
    const { files } = process;
    const status = await files.status(path).catch((error: unknown) => {
      if (error instanceof FileError && error.code === "ENOENT") return undefined;
      throw error;
    });
    if (!status && options.has("c")) return;
    const before = status?.sizeBytes ?? 0;
    const size = newSize(way, before, change);
    if (size < before) return files.write(path, (await files.readAll(path)).subarray(0, size));
    const sink = await files.create(path, "append");
    for (let left = size - before; left > 0; left -= zeros.length) await sink.write(zeros.subarray(0, left));
    await sink.close();
  });
}

const zeros = new Uint8Array(64 * 1024);

/** `truncate -s`: adds, subtracts, limits to at most or at least the size, or rounds down or up to a multiple. */
function newSize(way: string, before: number, change: number): number {
  if (/[/%]/.test(way) && change === 0) throw new CommandError("truncate: division by zero");
  switch (way) {
    case "+":
      return before + change;
    case "-":
      return Math.max(0, before - change);
    case "<":
      return Math.min(before, change);
    case ">":
      return Math.max(before, change);
    case "/":
      return before - (before % change);
    case "%":
      return Math.ceil(before / change) * change;
    default:
      return change;
  }
}

export const ENTRY_COMMANDS: readonly ShellCommand[] = [
  { name: "basename", run: runBasename },
  { name: "chgrp", run: runChown },
  { name: "chmod", run: runChmod },
  { name: "chown", run: runChown },
  { name: "dirname", run: runDirname },
  { name: "ln", run: runLn },
  { name: "mkdir", run: runMkdir },
  { name: "mktemp", run: runMktemp },
  { name: "readlink", run: runReadlink },
  { name: "realpath", run: runRealpath },
  { name: "rm", run: runRm },
  { name: "rmdir", run: runRmdir },
  { name: "sync", run: runSync },
  { name: "touch", run: runTouch },
  { name: "truncate", run: runTruncate },
];
