import { signalNumber } from "../../processes/signals.ts";
import type { ByteSource } from "../../streams/byte-stream.ts";
import { decodeText } from "../../streams/text-bytes.ts";
import { parseOptions, type Builtin } from "../builtin.ts";
import { ShellError } from "../control.ts";
import { isIfsBlank } from "../fields.ts";
import type { Shell } from "../shell.ts";

const NEWLINE = 10;

/** `read`: reads exactly one line. The rest of the input stays for the next reader. */
export const readBuiltin: Builtin = async (call) => {
  const { shell } = call;
  const { options, rest } = parseOptions({ ...call, args: call.args.map(withNumber) }, "rsaAep", "dnNtu");
  const source = shell.fds.get(Number(options.get("u") ?? 0))?.source;
  if (options.has("p")) throw new ShellError("read: -p: no coprocess");
  if (!source) throw new ShellError("read: bad file descriptor");
  const names = rest.length > 0 ? rest : ["REPLY"];
  for (const name of names)
    if (!/^[A-Za-z_]\w*(\[.*\])?$/.test(name)) throw new ShellError(`read: read-only: ${name}`, 2);
  const delimiter = options.has("d") ? (Buffer.from(options.get("d") ?? "")[0] ?? 0) : NEWLINE;
  const count = Number(options.get("n") ?? options.get("N") ?? Infinity);
  const raw = options.has("r");
  const { text, ended } = await readText(source, shell, {
    delimiter: options.has("N") ? -1 : delimiter,
    count,
    raw,
    timeoutMs: timeoutOf(options.get("t")),
  });
  const fields = splitForRead(text, options.has("A") ? Infinity : names.length, shell.get("IFS") ?? " \t\n", raw);
  if (options.has("A") || options.has("a")) {
    const values = options.has("A") ? fields : Array.from(text, (character) => String(character.codePointAt(0)));
    shell.variables.setArray(
      names[0] ?? "REPLY",
      values.map((value, i): [number, string] => [i, value]),
      false,
    );
  } else if (options.has("N")) {
    shell.variables.set(names[0] ?? "REPLY", text);
  } else {
    for (const [i, name] of names.entries()) shell.variables.set(name, rest.length === 0 ? text : (fields[i] ?? ""));
  }
  return ended ? 0 : 1;
};

/** Adds the default number 0 to a `-u` without one. The number is part of the same word. */
function withNumber(arg: string): string {
  return /^-[a-zA-Z]*u$/.test(arg) ? `${arg}0` : arg;
}

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isNaN(seconds)) throw new ShellError(`read: ${text}: bad number`);
  return seconds * 1000;
}

interface ReadOptions {
  /** Byte that ends the text, or -1 for none. */
  delimiter: number;
  count: number;
  raw: boolean;
  timeoutMs: number | undefined;
}

/** Reads up to the delimiter. `ended`: the delimiter or the requested length was reached. */
async function readText(
  source: ByteSource,
  shell: Shell,
  { delimiter, count, raw, timeoutMs }: ReadOptions,
): Promise<{ text: string; ended: boolean }> {
  if (count === 0) return { text: "", ended: true };
  const bytes: number[] = [];
  const timer = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  let escaped = false;
  for (;;) {
    const byte = await readByte(source, shell, timer);
    if (byte === undefined) return { text: decodeText(Buffer.from(bytes)), ended: false };
    if (!raw && escaped && byte === NEWLINE) {
      bytes.pop();
      escaped = false;
      continue;
    }
    if (byte === delimiter && !escaped) return { text: decodeText(Buffer.from(bytes)), ended: true };
    escaped = !raw && !escaped && byte === 0x5c;
    bytes.push(byte);
    if (bytes.length >= count && Array.from(decodeText(Buffer.from(bytes))).length >= count) {
      return { text: decodeText(Buffer.from(bytes)), ended: true };
    }
  }
}

async function readByte(source: ByteSource, shell: Shell, timer: AbortSignal | undefined): Promise<number | undefined> {
  const { task } = shell;
  await task.ready();
  if (source.isTerminal && task.session.foregroundGroup !== task.groupId) {
    task.kill(signalNumber("TTIN") ?? 0);
    await task.ready();
  }
  task.sleeping = true;
  try {
    const signal = timer ? AbortSignal.any([shell.waitSignal, timer]) : shell.waitSignal;
    return (await source.read(1, signal))?.[0];
  } catch (error) {
    if (timer?.aborted) return undefined;
    shell.throwIfInterrupted();
    throw error;
  } finally {
    task.sleeping = false;
  }
}

/**
 * Splits text for `count` variables; the last gets the rest. Unless `raw`, backslashes protect characters and are
 * removed.
 */
function splitForRead(text: string, count: number, ifs: string, raw: boolean): string[] {
  const characters = Array.from(
    raw ? text : text.replace(/\\([^])/g, (_, c: string) => String.fromCodePoint(0xf0000 + (c.codePointAt(0) ?? 0))),
  );
  const plain = (items: string[]) =>
    items
      .map((c) =>
        (c.codePointAt(0) ?? 0) >= 0xf0000 && !raw ? String.fromCodePoint((c.codePointAt(0) ?? 0) - 0xf0000) : c,
      )
      .join("");
  const isIfs = (c: string | undefined) => c !== undefined && ifs.includes(c);
  let at = 0;
  const skipBlanks = () => {
    while (isIfsBlank(characters[at], ifs)) at += 1;
  };
  const fields: string[] = [];
  skipBlanks();
  while (at < characters.length) {
    if (fields.length === count - 1) {
      let end = characters.length;
      while (end > at && isIfsBlank(characters[end - 1], ifs)) end -= 1;
      const rest = characters.slice(at, end);
      // A single delimiter at the end belongs to the previous field.
      if (isIfs(rest.at(-1)) && rest.slice(0, -1).every((c) => !isIfs(c))) rest.pop();
      fields.push(plain(rest));
      return fields;
    }
    let end = at;
    while (end < characters.length && !isIfs(characters[end])) end += 1;
    fields.push(plain(characters.slice(at, end)));
    at = end;
    skipBlanks();
    if (isIfs(characters[at])) {
      at += 1;
      skipBlanks();
    }
  }
  return fields;
}
