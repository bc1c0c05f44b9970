import { expect, test } from "vitest";
import { LogReader, passesLog } from "./log-lines.ts";

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

test("reads entries in pieces of any size, and leaves out what is none", () => {
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

test("numbers lines in their order, and gives up a line without an end", () => {
  const reader = new LogReader();
  reader.push(bytes("x".repeat(100_000)));
  const lines = reader.push(bytes("\n11-21 09:41:07.123 1 2 W A: b\n11-21 09:41:08.000 1 2 E C   : d: e\n"));
  expect(lines.map(({ number, level, tag, text }) => [number, level, tag, text])).toEqual([
    [1, "W", "A", "b"],
    [2, "E", "C", "d: e"],
  ]);
});

test("filters by importance and by words in tag and text", () => {
  const line = { number: 1, time: "", level: "W", tag: "Wifi", text: "No Network" } as const;
  expect(passesLog(line, "V", "")).toBe(true);
  expect(passesLog(line, "W", "wifi no")).toBe(true);
  expect(passesLog(line, "E", "")).toBe(false);
  expect(passesLog(line, "V", "bluetooth")).toBe(false);
});
