import type { Process, ShellCommand } from "../../process.ts";
import type { ByteSource } from "../../streams/byte-stream.ts";
import { eachFile } from "../each-file.ts";
import { parseOptions, parseSize, type Options } from "../options.ts";

const NEWLINE = 10;
const POLL_MS = 250;

function headerFor(options: Options, state: { shown: number }): (path: string) => string {
  const wanted = (options.operands.length > 1 && !options.has("q")) || options.has("v");
  return (path) => {
    if (!wanted) return "";
    const name = path === "-" ? "standard input" : path;
    return `${state.shown++ > 0 ? "\n" : ""}==> ${name} <==\n`;
  };
}

async function runHead(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "n:c:qv", digits: "n" });
  const bytes = options.value("c");
  const count = parseSize("head", bytes ?? options.value("n") ?? "10");
  const header = headerFor(options, { shown: 0 });
  return eachFile(process, options.operands, async (source, path) => {
    await process.stdout.write(header(path));
    if (count < 0) return headAllBut(process, source, -count, bytes !== undefined);
    if (bytes !== undefined) await headBytes(process, source, count);
    else await headLines(process, source, count);
  });
}

async function headBytes(process: Process, source: ByteSource, count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const bytes = await source.read(left);
    if (!bytes) return;
    left -= bytes.length;
    await process.stdout.write(bytes);
  }
}

async function headLines(process: Process, source: ByteSource, count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const bytes = await source.read();
    if (!bytes) return;
    let end = 0;
    while (left > 0) {
      const at = bytes.indexOf(NEWLINE, end);
      if (at < 0) break;
      end = at + 1;
      left -= 1;
    }
    await process.stdout.write(left > 0 ? bytes : bytes.subarray(0, end));
  }
}

/** Prints all but the last `count` lines or bytes. */
async function headAllBut(process: Process, source: ByteSource, count: number, inBytes: boolean): Promise<void> {
  const content = await wholeOf(source);
  const end = inBytes ? Math.max(0, content.length - count) : startOfLast(content, count);
  await process.stdout.write(content.subarray(0, end));
}

async function wholeOf(source: ByteSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of source) chunks.push(bytes);
  return Buffer.concat(chunks);
}

/** Returns the start of the last `count` lines. */
function startOfLast(content: Buffer, count: number): number {
  let start = content.length;
  for (let lines = 0; lines < count && start > 0; lines++) {
    // A negative offset would count from the end.
    start = start > 1 ? content.lastIndexOf(NEWLINE, start - 2) + 1 : 0;
  }
  return start;
}

async function runTail(process: Process): Promise<number> {
  const args = process.args.map((arg, i) => (i === 0 && /^\+\d+$/.test(arg) ? `-n${arg}` : arg));
  const options = parseOptions({ name: process.name, args }, { letters: "n:c:fFs:qv", digits: "n" });
  const text = options.value("c") ?? options.value("n") ?? "10";
  const inBytes = options.has("c");
  const count = Math.abs(parseSize("tail", text));
  const fromStart = text.startsWith("+");
  const header = headerFor(options, { shown: 0 });
  const follow: [path: string, position: number][] = [];
  const exitCode = await eachFile(process, options.operands, async (source, path) => {
    await process.stdout.write(header(path));
    const size = fromStart
      ? await tailFrom(process, source, count, inBytes)
      : await tailLast(process, source, count, inBytes);
    if (path !== "-") follow.push([path, size]);
  });
  if (!options.has("f") && !options.has("F")) return exitCode;
  for (;;) {
    await process.sleep(Number(options.value("s") ?? 0) * 1000 || POLL_MS);
    for (const entry of follow) entry[1] = await showGrowth(process, entry[0], entry[1]);
  }
}

async function tailFrom(process: Process, source: ByteSource, count: number, inBytes: boolean): Promise<number> {
  let skip = Math.max(0, count - 1);
  let size = 0;
  for await (const bytes of source) {
    size += bytes.length;
    let start = 0;
    while (skip > 0 && start < bytes.length) {
      if (inBytes) {
        const step = Math.min(skip, bytes.length - start);
        start += step;
        skip -= step;
        continue;
      }
      const at = bytes.indexOf(NEWLINE, start);
      start = at < 0 ? bytes.length : at + 1;
      if (at >= 0) skip -= 1;
    }
    await process.stdout.write(bytes.subarray(start));
  }
  return size;
}

async function tailLast(process: Process, source: ByteSource, count: number, inBytes: boolean): Promise<number> {
  let kept: Buffer = Buffer.alloc(0);
  let size = 0;
  const cut = (content: Buffer) => (inBytes ? Math.max(0, content.length - count) : startOfLast(content, count));
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const bytes of source) {
    size += bytes.length;
    pending.push(bytes);
    pendingBytes += bytes.length;
    if (pendingBytes < 1024 * 1024) continue;
    kept = Buffer.concat([kept, ...pending]);
    kept = Buffer.from(kept.subarray(cut(kept)));
    pending = [];
    pendingBytes = 0;
  }
  kept = Buffer.concat([kept, ...pending]);
  await process.stdout.write(kept.subarray(cut(kept)));
  return size;
}

/** Prints the bytes that were added to a file, or the whole file if it is shorter now. Returns its size. */
async function showGrowth(process: Process, path: string, position: number): Promise<number> {
  const size = (await process.files.status(path).catch(() => undefined))?.sizeBytes ?? 0;
  if (size === position) return position;
  let skip = size < position ? 0 : position;
  let seen = skip;
  const source = await process.files.open(path).catch(() => undefined);
  if (!source) return 0;
  while (skip > 0) {
    const bytes = await source.read(skip);
    if (!bytes) break;
    skip -= bytes.length;
  }
  for await (const bytes of source) {
    seen += bytes.length;
    await process.stdout.write(bytes);
  }
  source.close();
  return seen;
}

export const HEAD_TAIL_COMMANDS: readonly ShellCommand[] = [
  { name: "head", run: runHead },
  { name: "tail", run: runTail },
];
