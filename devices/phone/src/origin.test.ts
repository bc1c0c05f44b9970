import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClockSettings } from "@terrarium/phone-system/create-clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOrigin, type Origin } from "./origin.ts";

const START_MS = Date.parse("2026-03-04T09:41:00Z");
const own = (speed: number): ClockSettings => ({ kind: "own", startMs: START_MS, speed });

let folder: string;
const opened: Origin[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "origin-"));
});
afterEach(() => {
  for (const origin of opened.splice(0)) origin.close();
  rmSync(folder, { recursive: true });
});

function open(seed?: string, clock: ClockSettings = { kind: "real" }): Origin {
  const origin = openOrigin(folder, { seed, clock });
  opened.push(origin);
  return origin;
}

test("a restarted phone continues its time and keeps its identity", () => {
  const first = open("lab", own(0));
  first.clock.pass(90_000);
  const value = first.random.uuid();
  // The phone is killed: nothing is closed.
  const next = open();
  expect(next.clock.nowMs()).toBe(START_MS + 90_000);
  expect(next.serial).toBe(first.serial);
  expect([first.isNew, next.isNew]).toEqual([true, false]);
  expect(next.random.uuid()).not.toBe(value);
});

test("later options do not change the seed and the clock", () => {
  const { serial } = open("lab", own(0));
  const later = open("other", own(1));
  expect([later.serial, later.clock.runs]).toEqual([serial, false]);
});

test("a faster clock runs while the phone is off", () => {
  const { clock } = open("lab", own(100));
  expect(clock.nowMs()).toBeGreaterThanOrEqual(START_MS);
  const again = open().clock;
  expect(again.nowMs()).toBeGreaterThanOrEqual(clock.nowMs() - 100);
  expect(again.nowMs()).toBeLessThan(START_MS + 10 * 60_000);
});

test("a damaged file does not prevent a start", () => {
  const { serial } = open("lab", own(0));
  writeFileSync(join(folder, "origin.json"), "{");
  writeFileSync(join(folder, "time"), "abc");
  expect(open("lab", own(0))).toMatchObject({ serial, isNew: true });
});

test("phones without a seed are different", () => {
  const { serial } = open();
  rmSync(join(folder, "serial"));
  expect(open().serial).not.toBe(serial);
});
