import { expect, test } from "vitest";
import { LogReader, passesLog } from "./log-lines.ts";

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

test("reads entries in chunks of any size, and skips other text", () => {
  const log = "--------- beginning of main\r\n11-21 09:41:07.123  1234  1240 I ActivityManager: Start: 你好\r\nnoise\n";
  for (const size of [1, 7, 1_000]) {
    const reader = new LogReader();
    const whole = new Uint8Array(bytes(log));
    const lines = [];
    for (let at = 0; at < whole.length; at += size) lines.push(...reader.push(whole.slice(at, at + size).buffer));
    expect(lines).toEqual([
      { number: 1, time: "09:41:07.123", level: "I", tag: "ActivityManager", text: "Start: 你好" },
    ]);
  }
});

test("numbers lines in order, and drops a line without an end", () => {
  const reader = new LogReader();
  reader.push(bytes("x".repeat(100_000)));
  const lines = reader.push(bytes("\n11-21 09:41:07.123 1 2 W A: b\n11-21 09:41:08.000 1 2 E C   : d: e\n"));
  expect(lines.map(({ number, level, tag, text }) => [number, level, tag, text])).toEqual([
    [1, "W", "A", "b"],
    [2, "E", "C", "d: e"],
  ]);
});

test("reads a tag with very many blanks, and skips a line that is too long", () => {
  const line = (blanks: number, text: string) => `11-21 09:41:07.123 1 2 W A${" ".repeat(blanks)}B: ${text}\n`;
  // One entry of many lines, written with its tag before each line.
  const many = line(2_700, "one of many").repeat(1_300);
  const entry = new LogReader().push(bytes(many + line(100_000, "too long") + line(15_000, "long")));
  expect(entry).toHaveLength(1_301);
  expect(entry[0]).toMatchObject({ tag: `A${" ".repeat(2_700)}B`, text: "one of many" });
  expect(entry[1_300]).toMatchObject({ tag: `A${" ".repeat(15_000)}B`, text: "long" });

  // The length limit does not depend on the chunks.
  const reader = new LogReader();
  reader.push(bytes(line(0, "x".repeat(20_000)).trimEnd()));
  expect(reader.push(bytes("\n"))).toEqual([]);
});

test("filters by level and by text in tag and message", () => {
  const line = { number: 1, time: "", level: "W", tag: "Wifi", text: "No Network" } as const;
  expect(passesLog(line, "V", "")).toBe(true);
  expect(passesLog(line, "W", "wifi no")).toBe(true);
  expect(passesLog(line, "E", "")).toBe(false);
  expect(passesLog(line, "V", "bluetooth")).toBe(false);
});
