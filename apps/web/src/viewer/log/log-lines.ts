/** Android's priorities, from the least (AOSP liblog, android/log.h). */
const LOG_LEVELS = ["V", "D", "I", "W", "E", "F"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLine {
  /** Counts up; lines that are dropped keep theirs. */
  number: number;
  /** 09:41:07.123, in the device's time zone. */
  time: string;
  level: LogLevel;
  tag: string;
  text: string;
}

/**
 * As `logcat -v threadtime` writes it: date, time, process, thread, priority, and then tag and message. These are the
 * device's own words: no expression that looks at some of them more than once may read them.
 */
const THREADTIME = /^\d\d-\d\d (\d\d:\d\d:\d\d\.\d{3}) +\d+ +\d+ ([VDIWEF]) /;
const TAG_END = ": ";
/** A line longer than this is no line of the log. */
const LINE_MAX_CHARS = 20_000;

/** Reads the log as it arrives, in pieces of any size. What is no entry (the head of a buffer) is left out. */
export class LogReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #count = 0;

  push(bytes: ArrayBuffer): LogLine[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    // One character too many says later that the line was too long.
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

/** Whether a line is at least as important as asked, and has the words in its tag or text, whatever their case. */
export function passesLog({ level, tag, text }: LogLine, least: LogLevel, search: string): boolean {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return false;
  const words = search.trim().toLowerCase();
  return words === "" || `${tag} ${text}`.toLowerCase().includes(words);
}
