/** Android's log priorities, lowest first (AOSP liblog, android/log.h). */
const LOG_LEVELS = ["V", "D", "I", "W", "E", "F"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLine {
  /** Sequence number. Dropped lines do not change the numbers of others. */
  number: number;
  /** Time as 09:41:07.123, in the device's time zone. */
  time: string;
  level: LogLevel;
  tag: string;
  text: string;
}

/**
 * Format of `logcat -v threadtime`: date, time, process, thread, priority, then tag and message. The device controls
 * this text, so the expression must not backtrack.
 */
const THREADTIME = /^\d\d-\d\d (\d\d:\d\d:\d\d\.\d{3}) +\d+ +\d+ ([VDIWEF]) /;
const TAG_END = ": ";
/** Longer lines are not log entries. */
const LINE_MAX_CHARS = 20_000;

/**
 * Parses the log as it arrives, in chunks of any size. Skips lines that are not entries, such as the head of a buffer.
 */
export class LogReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #count = 0;

  push(bytes: ArrayBuffer): LogLine[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    // One extra character marks the line as too long.
    this.#rest = (lines.pop() ?? "").slice(0, LINE_MAX_CHARS + 1);
    return lines.flatMap((line) => {
      const entry = readEntry(line.replace(/\r$/, ""));
      if (entry === undefined) return [];
      this.#count += 1;
      return [{ number: this.#count, ...entry }];
    });
  }
}

function readEntry(line: string): Omit<LogLine, "number"> | undefined {
  if (line.length > LINE_MAX_CHARS) return undefined;
  const [head, time, level] = THREADTIME.exec(line) ?? [];
  const known = LOG_LEVELS.find((candidate) => candidate === level);
  if (head === undefined || time === undefined || known === undefined) return undefined;
  const tagEnd = line.indexOf(TAG_END, head.length);
  if (tagEnd < 0) return undefined;
  const tag = line.slice(head.length, tagEnd).trimEnd();
  return { time, level: known, tag, text: line.slice(tagEnd + TAG_END.length) };
}

/** Returns whether a line has at least the given level and contains the text in its tag or message, ignoring case. */
export function passesLog({ level, tag, text }: LogLine, least: LogLevel, search: string): boolean {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return false;
  const words = search.trim().toLowerCase();
  return words === "" || `${tag} ${text}`.toLowerCase().includes(words);
}
