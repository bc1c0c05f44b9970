import { parseArgs } from "node:util";
import { CommandError } from "@terrarium/phone-shell/command-error";
import { regexOf, type Regex } from "@terrarium/phone-shell/commands/text/posix-regex";
import { localTime, zoneMs } from "@terrarium/phone-shell/text/zone-time";
import { LOG_BUFFER_NAMES, type LogBufferName } from "@terrarium/phone-system/log-buffer";
import { parseLogFilter, type LogFilter } from "./log-filter.ts";
import { addToLogFormat, defaultLogFormat, type LogFormat } from "./log-format.ts";

/** Options of a `logcat` command line. */
export interface LogcatOptions {
  action: "print" | "clear" | "sizes" | "resize" | "statistics";
  buffers: readonly LogBufferName[];
  format: LogFormat;
  filter: LogFilter;
  /** Whether to print new entries until a signal. */
  follow: boolean;
  /** Number of existing entries to print, counted from the end. */
  tail: number | undefined;
  /** Time of the first entry to print, as epoch ms. */
  since: number | undefined;
  pid: number | undefined;
  uids: readonly number[] | undefined;
  regex: Regex | undefined;
  /** Maximum number of entries to print. */
  maxCount: number | undefined;
  /** Whether, with a regex and a count, other entries are printed too. They do not count. */
  printAll: boolean;
  /** Whether to print a divider at each change of buffer. */
  dividers: boolean;
  /** Whether to print binary entries instead of lines of text. */
  binary: boolean;
  file: string | undefined;
  limitBytes: number;
}

export const LOGCAT_USAGE = `Usage: logcat [options] [filterspecs]

What to print:
  -b, --buffer=NAME[,NAME]   main, system, radio, events, crash, default (main, system, crash) or all
  -d                         print what there is and end
  -t N | -t 'MM-DD hh:mm:ss.mmm'
                             print the last N entries, or those since a time, and end
  -T N | -T TIME             the same, and go on with new entries
  -m, --max-count=N          end after N entries
  -e, --regex=EXPR           only messages that match; --print prints the others too
  --pid=PID, --uid=UID,...   only these processes or users
  -s                         silence what no filterspec names, as *:S does

How to print:
  -v, --format=FORMAT        brief long process raw tag thread threadtime time, and beside one of them
                             color descriptive epoch monotonic nsec printable uid usec UTC year zone
  -D, --dividers             say at each change of buffer which one follows
  -B, --binary               as bytes: a struct logger_entry and its payload each
  -f, --file=FILE            into a file

The buffers themselves:
  -c, --clear                clear them
  -g                         print their sizes
  -G, --buffer-size=SIZE     set their sizes, for example 1M or 256K
  -S, --statistics           how much is in them

A filterspec is TAG[:PRIORITY], with V, D, I, W, E, F or S (silent) as the least priority to print; the tag *
means all others. Without any, ANDROID_LOG_TAGS is taken, else everything is printed.
`;

const DEFAULT_BUFFERS = ["main", "system", "crash"] as const;

/** Reads logcat's arguments. Times in them are in the given zone, and of the current year unless they name one. Throws CommandError. */
export function parseLogcatOptions(
  args: string[],
  environment: Readonly<Record<string, string>>,
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): LogcatOptions {
  const { values, positionals } = parse(args);
  const action = values.clear
    ? "clear"
    : values["buffer-size"] !== undefined
      ? "resize"
      : values.sizes
        ? "sizes"
        : values.statistics
          ? "statistics"
          : "print";
  const ends = values.dump || values.tail !== undefined;
  const start = values.tail ?? values.from;
  return {
    action,
    buffers: buffersOf(values.buffer ?? []),
    format: formatOf(values.format ?? []),
    filter: filterOf(positionals, values.silent ?? false, environment["ANDROID_LOG_TAGS"] ?? ""),
    follow: !ends,
    tail: start !== undefined && /^\d+$/.test(start) ? countOf(start) : undefined,
    since: start !== undefined && !/^\d+$/.test(start) ? timeOf(start, timeZone, nowMs) : undefined,
    pid: values.pid === undefined ? undefined : countOf(values.pid),
    uids: values.uid?.split(",").map(countOf),
    regex: values.regex === undefined ? undefined : expressionOf(values.regex),
    maxCount: values["max-count"] === undefined ? undefined : countOf(values["max-count"]),
    printAll: values.print ?? false,
    dividers: values.dividers ?? false,
    binary: values.binary ?? false,
    file: values.file,
    limitBytes: values["buffer-size"] === undefined ? 0 : bytesOf(values["buffer-size"]),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        binary: { type: "boolean", short: "B" },
        buffer: { type: "string", short: "b", multiple: true },
        "buffer-size": { type: "string", short: "G" },
        clear: { type: "boolean", short: "c" },
        dividers: { type: "boolean", short: "D" },
        dump: { type: "boolean", short: "d" },
        file: { type: "string", short: "f" },
        format: { type: "string", short: "v", multiple: true },
        from: { type: "string", short: "T" },
        "max-count": { type: "string", short: "m" },
        pid: { type: "string" },
        print: { type: "boolean" },
        regex: { type: "string", short: "e" },
        silent: { type: "boolean", short: "s" },
        sizes: { type: "boolean", short: "g" },
        statistics: { type: "boolean", short: "S" },
        tail: { type: "string", short: "t" },
        uid: { type: "string" },
        wrap: { type: "boolean" },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(`logcat: ${message.split(/[.\n]/)[0]}\nTry 'logcat --help' for more information.`);
  }
}

function buffersOf(names: readonly string[]): readonly LogBufferName[] {
  if (names.length === 0) return DEFAULT_BUFFERS;
  const wanted = new Set<LogBufferName>();
  for (const name of names.flatMap((list) => list.split(","))) {
    if (name === "all") for (const each of LOG_BUFFER_NAMES) wanted.add(each);
    else if (name === "default") for (const each of DEFAULT_BUFFERS) wanted.add(each);
    else wanted.add(bufferNamed(name));
  }
  return [...wanted];
}

function bufferNamed(name: string): LogBufferName {
  const buffer = LOG_BUFFER_NAMES.find((known) => known === name);
  if (!buffer) throw new CommandError(`Unknown buffer '${name}'`);
  return buffer;
}

function formatOf(texts: readonly string[]): LogFormat {
  let format = defaultLogFormat;
  for (const text of texts) {
    const next = addToLogFormat(format, text);
    if (!next) throw new CommandError(`Invalid parameter '${text}' to -v`);
    format = next;
  }
  return format;
}

function filterOf(expressions: string[], silent: boolean, fromEnvironment: string): LogFilter {
  const named = expressions.length > 0 ? expressions : [fromEnvironment];
  const filter = parseLogFilter(silent ? ["*:S", ...named] : named);
  if (!filter) throw new CommandError("Invalid filter expression in logcat arguments");
  return filter;
}

function countOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new CommandError(`logcat: "${text}" is no number`);
  return Number(text);
}

function expressionOf(text: string): Regex {
  try {
    return regexOf(text, { syntax: "perl" });
  } catch (error) {
    throw new CommandError(`logcat: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function bytesOf(text: string): number {
  const match = /^(\d+)([KMG]?)B?$/i.exec(text);
  if (!match) throw new CommandError(`Invalid parameter '${text}' to -G`);
  return Number(match[1]) * 1024 ** ["", "K", "M", "G"].indexOf((match[2] ?? "").toUpperCase());
}

/** Parses seconds since 1970, or a date with or without its year. */
function timeOf(text: string, timeZone: string, nowMs: number): number {
  if (/^\d+\.\d+$/.test(text)) return Number(text) * 1000;
  const match = /^(?:(\d{4})-)?(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(\.\d+)?$/.exec(text);
  const [year = localTime(nowMs, timeZone).year, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    match?.slice(1, 7) ?? []
  ).map((digits: string | undefined) => (digits === undefined ? undefined : Number(digits)));
  const timeMs = zoneMs({ year, month, day, hour, minute, second }, timeZone);
  if (timeMs === undefined)
    throw new CommandError(`-t/-T "${text}" is neither a count nor a time such as '01-31 23:59:59.000'`);
  return timeMs + Number(match?.[7] ?? 0) * 1000;
}
