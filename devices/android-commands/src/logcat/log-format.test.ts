import type { LogEntry } from "@terrarium/phone-system/log-buffer";
import { expect, it } from "vitest";
import { addToLogFormat, defaultLogFormat, formatLogEntry, type LogFormat } from "./log-format.ts";

const entry: LogEntry = {
  sequence: 1,
  buffer: "main",
  timeMs: Date.UTC(2024, 1, 3, 4, 5, 6, 78),
  priority: "W",
  tag: "Tag",
  message: "first line\nsecond\ttab",
  pid: 42,
  tid: 1234,
  uid: 1000,
};
const clock = { startedMs: entry.timeMs - 61_500, timeZone: "UTC" };

function formatOf(...texts: string[]): LogFormat {
  let format = defaultLogFormat;
  for (const text of texts) {
    const next = addToLogFormat(format, text);
    if (!next) throw new Error(`no format: ${text}`);
    format = next;
  }
  return format;
}

/** Returns the first line of an entry in this format. */
const lineOf = (...texts: string[]) => formatLogEntry(entry, formatOf(...texts), clock).split("\n")[0];

it.each([
  [["brief"], "W/Tag     (   42): first line"],
  [["process"], "W(   42) first line  (Tag)"],
  [["tag"], "W/Tag     : first line"],
  [["thread"], "W(   42: 1234) first line"],
  [["raw"], "first line"],
  [["time"], "02-03 04:05:06.078 W/Tag     (   42): first line"],
  [["threadtime"], "02-03 04:05:06.078    42  1234 W Tag     : first line"],
  [[], "02-03 04:05:06.078    42  1234 W Tag     : first line"],
  [["year,usec,zone"], "2024-02-03 04:05:06.078000 +0000    42  1234 W Tag     : first line"],
  [["epoch"], "         1706933106.078    42  1234 W Tag     : first line"],
  [["monotonic", "brief"], "W/Tag     (   42): first line"],
  [["time", "monotonic"], "    61.500 W/Tag     (   42): first line"],
  [["brief", "uid"], "W/Tag     ( 1000:   42): first line"],
  [["brief", "color"], "\u001b[38;5;166mW/Tag     (   42): first line\u001b[0m"],
])("-v %j prints %j", (texts, line) => {
  expect(lineOf(...texts)).toBe(line);
});

it("prefixes every line of a message, except in the long layout", () => {
  expect(formatLogEntry(entry, formatOf("tag"), clock)).toBe("W/Tag     : first line\nW/Tag     : second\ttab\n");
  expect(formatLogEntry(entry, formatOf("long"), clock)).toBe(
    "[ 02-03 04:05:06.078    42: 1234 W/Tag      ]\nfirst line\nsecond\ttab\n\n",
  );
  expect(formatLogEntry(entry, formatOf("raw", "printable"), clock)).toBe("first line\nsecond\\ttab\n");
});

it("prints times in the device's time zone", () => {
  const elsewhere = { ...clock, timeZone: "Asia/Shanghai" };
  expect(formatLogEntry(entry, formatOf("time"), elsewhere)).toMatch(/^02-03 12:05:06\.078 /);
  expect(formatLogEntry(entry, formatOf("time", "zone"), elsewhere)).toMatch(/^02-03 12:05:06\.078 \+0800 /);
  expect(formatLogEntry(entry, formatOf("time", "UTC"), elsewhere)).toMatch(/^02-03 04:05:06\.078 /);
});

it("rejects an unknown format", () => {
  expect(addToLogFormat(defaultLogFormat, "nonsense")).toBeUndefined();
});
