import { posix } from "node:path";
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { isFolder, isLink } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { needOperands, parseOptions, type Options } from "../options.ts";

/** Returns the sources and the target of each: an entry in a folder, or one name. */
async function targetsOf(process: Process, options: Options): Promise<[from: string, to: string][]> {
  const operands = [...options.operands];
  const folder = options.value("t");
  needOperands(process, options, folder === undefined ? 2 : 1);
  const target = folder ?? operands.pop() ?? "";
  const isFolderTarget = !options.has("T") && (await process.files.isFolder(target));
  if (!isFolderTarget && (operands.length > 1 || folder !== undefined)) {
    throw new CommandError(`${process.name}: '${target}' not directory`);
  }
  // The base name of `d/.` is `.`, so the contents of `d` go into the target folder itself.
  return operands.map((from) => [from, isFolderTarget ? `${target}/${posix.basename(from)}` : target]);
}

/** Runs the work for each target. Reports failures as `cp: bad 'x': reason`. */
async function forEachTarget(
  process: Process,
  options: Options,
  work: (from: string, to: string) => Promise<void>,
): Promise<number> {
  let exitCode = 0;
  for (const [from, to] of await targetsOf(process, options)) {
    try {
      await work(from, to);
    } catch (error) {
      if (error instanceof CommandError) await process.stderr.write(`${error.message}\n`);
      else if (error instanceof FileError)
        await process.stderr.write(`${process.name}: ${await describe(process, from, to, error)}\n`);
      else throw error;
      exitCode = 1;
    }
  }
  return exitCode;
}

async function describe(process: Process, from: string, to: string, error: FileError): Promise<string> {
  const known = await process.files.status(from, false).then(
    () => true,
    () => false,
  );
  if (!known || process.name === "mv") return `bad '${from}': ${error.text}`;
  return error.code === "EISDIR" ? `'${to}' is a directory` : `${to}: ${error.text}`;
}

class Copier {
  readonly #process: Process;
  readonly #options: Options;

  constructor(process: Process, options: Options) {
    this.#process = process;
    this.#options = options;
  }

  async copy(from: string, to: string): Promise<void> {
    const { files, stdout, name } = this.#process;
    const options = this.#options;
    await this.#process.pause();
    const archive = options.has("a") || options.has("d") || options.has("P");
    const deep = options.has("r") || options.has("R") || options.has("a");
    const status = await files.status(from, !archive && !deep);
    if (options.has("v")) await stdout.write(`${name} '${from}'\n`);
    if (isFolder(status)) {
      if (!deep) throw new CommandError(`${name}: Skipped dir '${from}'`);
      const source = files.resolve(from).replace(/\/$/, "");
      if (files.resolve(to) === files.resolve(from)) throw new CommandError(`${name}: '${to}' is '${from}'`);
      if (`${files.resolve(to)}/`.startsWith(`${source}/`)) throw new CommandError(`${name}: loop '${to}'`);
      if (!(await files.isFolder(to))) await files.makeFolder(to);
      for (const child of await files.names(from)) await this.copy(posix.join(from, child), posix.join(to, child));
    } else if (isLink(status)) {
      if (options.has("f") || options.has("a")) await files.remove(to).catch(() => undefined);
      await files.symlink(await files.readLink(from), to);
      return;
    } else {
      if (options.has("n") && (await files.exists(to))) return;
      if (
        options.has("u") &&
        ((await files.status(to).catch(() => undefined))?.modifiedAtMs ?? -1) >= status.modifiedAtMs
      )
        return;
      if ((await files.realPath(from)) === (await files.realPath(to)))
        throw new CommandError(`${name}: '${from}' is '${to}'`);
      if (await files.isFolder(to)) throw new FileError("EISDIR", to);
      await files.copyFile(from, to);
    }
    if (options.has("p") || options.has("a"))
      await files.setTimes(to, status.accessedAtMs, status.modifiedAtMs).catch(() => undefined);
  }
}

async function runCp(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "aDdFfHiLlnPpRrsTt:uv", long: ["preserve="] });
  const copier = new Copier(process, options);
  return forEachTarget(process, options, (from, to) => copier.copy(from, to));
}

async function runMv(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "finTt:vx" });
  return forEachTarget(process, options, async (from, to) => {
    const { files } = process;
    if (options.has("n") && (await files.exists(to))) return;
    const status = await files.status(from, false);
    if (/(^|\/)\.\.?\/*$/.test(from)) throw new FileError("EBUSY", from);
    if (isFolder(status) && (await files.exists(to)) && !(await files.isFolder(to))) throw new FileError("ENOTDIR", to);
    if (files.resolve(to) === files.resolve(from)) return;
    if (`${files.resolve(to)}/`.startsWith(`${files.resolve(from).replace(/\/$/, "")}/`))
      throw new FileError("EINVAL", to);
    await files.rename(from, to);
    if (options.has("v")) await process.stdout.write(`mv '${from}' -> '${to}'\n`);
  });
}

export const COPY_COMMANDS: readonly ShellCommand[] = [
  { name: "cp", run: runCp },
  { name: "mv", run: runMv },
];
