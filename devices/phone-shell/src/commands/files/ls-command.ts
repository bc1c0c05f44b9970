import { FileError } from "@terrarium/device-files/file-error";
import { columnsOf } from "@terrarium/phone-system/text-width";
import { isFolder, isLink, type ShellFileStatus } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { formatDate } from "../../text/date-format.ts";
import { humanSize, modeText } from "../../text/mode-text.ts";
import { timeZone } from "../../text/time-zone.ts";
import { eachPath } from "../each-file.ts";
import { parseOptions, type Options } from "../options.ts";

interface Entry {
  name: string;
  path: string;
  status: ShellFileStatus;
}

async function runLs(process: Process): Promise<number> {
  const options = parseOptions(process, {
    letters: "ACFHLNRSUXZabcdfghiklmnopqrstuwx1",
    long: ["color", "full-time", "show-control-chars", "sort="],
  });
  const operands = options.operands.length > 0 ? options.operands : ["."];
  const files: Entry[] = [];
  const folders: Entry[] = [];
  let exitCode = await eachPath(process, operands, async (path) => {
    const follow = options.has("L") || options.has("H") || !(options.has("l") || options.has("d") || options.has("F"));
    const status = await process.files.status(path, follow || path.endsWith("/")).catch(async (error: unknown) => {
      if (follow && error instanceof FileError) return process.files.status(path, false);
      throw error;
    });
    (isFolder(status) && !options.has("d") ? folders : files).push({ name: path, path, status });
  });
  const listing = new Listing(process, options);
  await listing.show(sorted(files, options), false);
  let first = files.length === 0;
  const named = operands.length > 1 || options.has("R");
  const queue = sorted(folders, options);
  for (let folder = queue.shift(); folder; folder = queue.shift()) {
    const { path } = folder;
    exitCode |= await eachPath(process, [path], async () => {
      const entries = await entriesOf(process, path, options);
      if (named) await process.stdout.write(`${first ? "" : "\n"}${path}:\n`);
      first = false;
      await listing.show(entries, true);
      const inner = entries.filter(
        ({ name, status }) => options.has("R") && isFolder(status) && name !== "." && name !== "..",
      );
      queue.unshift(...inner);
    });
  }
  return exitCode;
}

async function entriesOf(process: Process, folder: string, options: Options): Promise<Entry[]> {
  const child = (name: string) => `${folder.replace(/\/$/, "")}/${name}`;
  const entries: Entry[] = [];
  if (options.has("a") || options.has("f")) {
    for (const name of [".", ".."])
      entries.push({ name, path: child(name), status: await process.files.status(child(name)) });
  }
  for (const { name, status } of await process.files.list(folder)) {
    if (name.startsWith(".") && !options.has("a") && !options.has("A") && !options.has("f")) continue;
    const path = child(name);
    entries.push({
      name,
      path,
      status: options.has("L") ? await process.files.status(path).catch(() => status) : status,
    });
  }
  return sorted(entries, options);
}

function sorted(entries: Entry[], options: Options): Entry[] {
  if (options.has("U") || options.has("f")) return entries;
  const time = (entry: Entry) =>
    options.has("u")
      ? entry.status.accessedAtMs
      : options.has("c")
        ? entry.status.changedAtMs
        : entry.status.modifiedAtMs;
  const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const compare = (a: Entry, b: Entry): number => {
    if (options.has("t")) return time(b) - time(a) || byName(a, b);
    if (options.has("S")) return b.status.sizeBytes - a.status.sizeBytes || byName(a, b);
    return byName(a, b);
  };
  const result = entries.toSorted(compare);
  return options.has("r") ? result.toReversed() : result;
}

class Listing {
  readonly #process: Process;
  #zone: Promise<string> | undefined;
  readonly #options: Options;

  constructor(process: Process, options: Options) {
    this.#process = process;
    this.#options = options;
  }

  async show(entries: Entry[], isFolderListing: boolean): Promise<void> {
    const options = this.#options;
    const { stdout, tty } = this.#process;
    const long =
      options.has("l") || options.has("o") || options.has("g") || options.has("n") || options.has("full-time");
    if ((long || options.has("s")) && isFolderListing) {
      await stdout.write(`total ${entries.reduce((sum, { status }) => sum + blocks(status), 0)}\n`);
    }
    if (entries.length === 0) return;
    if (long || options.has("Z"))
      return this.#showRows(await Promise.all(entries.map((entry) => this.#row(entry, long))));
    const names = entries.map((entry) => this.#prefix(entry) + this.#name(entry));
    if (options.has("m")) return stdout.write(`${names.join(", ")}\n`);
    if (options.has("1") || !(stdout.isTerminal || options.has("C") || options.has("x")))
      return stdout.write(names.map((name) => `${name}\n`).join(""));
    await stdout.write(
      columns(
        entries.map((entry, i) => [names[i] ?? "", columnsOf(this.#prefix(entry) + entry.name + this.#suffix(entry))]),
        tty?.columns ?? 80,
        options.has("x"),
      ),
    );
  }

  #prefix({ status }: Entry): string {
    const inode = this.#options.has("i") ? `${status.inode} ` : "";
    return inode + (this.#options.has("s") ? `${blocks(status)} ` : "");
  }

  /** Returns the cells of a line of `-l`. The name is the last cell. */
  async #row(entry: Entry, long: boolean): Promise<string[]> {
    const options = this.#options;
    const { status } = entry;
    const link = isLink(status) ? await this.#process.files.readLink(entry.path).catch(() => "?") : undefined;
    const name = this.#name(entry) + (link === undefined || !long ? "" : ` -> ${link}`);
    const label = options.has("Z") ? [status.label] : [];
    if (!long) return [...label, name];
    const numeric = options.has("n");
    const size = options.has("h") ? humanSize(status.sizeBytes) : String(status.sizeBytes);
    return [
      `${this.#prefix(entry)}${modeText(status.mode)}`,
      String(status.links),
      ...(options.has("g") ? [] : [numeric ? String(status.userId) : status.userName]),
      ...(options.has("o") ? [] : [numeric ? String(status.groupId) : status.groupName]),
      ...label,
      (status.mode & 0o170000) === 0o020000 ? "1, 3" : size,
      await this.#time(status),
      name,
    ];
  }

  async #time(status: ShellFileStatus): Promise<string> {
    const options = this.#options;
    const ms = options.has("u") ? status.accessedAtMs : options.has("c") ? status.changedAtMs : status.modifiedAtMs;
    const full = options.has("full-time") || options.count("l") > 1;
    this.#zone ??= timeZone(this.#process);
    return formatDate(full ? "%Y-%m-%d %H:%M:%S.%N %z" : "%Y-%m-%d %H:%M", ms, await this.#zone);
  }

  async #showRows(rows: string[][]): Promise<void> {
    const last = (rows[0]?.length ?? 1) - 1;
    const widths = Array.from({ length: last }, (_, column) =>
      Math.max(...rows.map((row) => row[column]?.length ?? 0)),
    );
    const right = (column: number) => rows[0] !== undefined && last > 1 && (column === 1 || column === last - 2);
    for (const row of rows) {
      const cells = row
        .slice(0, last)
        .map((cell, i) => (right(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)));
      await this.#process.stdout.write(`${[...cells, row[last] ?? ""].join(" ")}\n`);
    }
  }

  #suffix({ status }: Entry): string {
    const options = this.#options;
    if (isFolder(status)) return options.has("F") || options.has("p") ? "/" : "";
    if (!options.has("F")) return "";
    return isLink(status) ? "@" : (status.mode & 0o111) !== 0 ? "*" : "";
  }

  #name(entry: Entry): string {
    const shown = entry.name + this.#suffix(entry);
    if (!this.#process.stdout.isTerminal) return shown;
    const color = colorOf(entry.status);
    return color === undefined ? shown : `\x1b[${color}m${entry.name}\x1b[0m${this.#suffix(entry)}`;
  }
}

/** Returns toybox's colour for a file (ls.c). */
function colorOf(status: ShellFileStatus): string | undefined {
  if (isFolder(status)) return "1;34";
  if (isLink(status)) return "1;36";
  const type = status.mode & 0o170000;
  if (type === 0o020000 || type === 0o060000) return "1;33";
  return type === 0o100000 && (status.mode & 0o111) !== 0 ? "1;32" : undefined;
}

function blocks(status: ShellFileStatus): number {
  return isLink(status) ? 0 : Math.ceil(status.sizeBytes / 4096) * 4;
}

/** Arranges names in columns: downwards, or across with `-x`. */
function columns(cells: [text: string, width: number][], width: number, across: boolean): string {
  const size = (count: number) => {
    const rows = Math.ceil(cells.length / count);
    const widths = Array.from({ length: count }, (_, column) => {
      const inColumn = cells.filter((_cell, i) => (across ? i % count : Math.floor(i / rows)) === column);
      return Math.max(0, ...inColumn.map(([, cell]) => cell));
    });
    return { rows, widths, total: widths.reduce((sum, one) => sum + one + 2, -2) };
  };
  let count = Math.min(cells.length, Math.max(1, Math.floor(width / 3)));
  while (count > 1 && size(count).total > width) count -= 1;
  const { rows, widths } = size(count);
  let text = "";
  for (let row = 0; row < rows; row++) {
    let line = "";
    let pad = 0;
    for (let column = 0; column < count; column++) {
      const cell = cells[across ? row * count + column : column * rows + row];
      if (!cell) continue;
      line += " ".repeat(pad) + cell[0];
      pad = (widths[column] ?? 0) - cell[1] + 2;
    }
    text += `${line}\n`;
  }
  return text;
}

export const LS_COMMAND: ShellCommand = { name: "ls", run: runLs };
