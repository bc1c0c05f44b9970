import { type ControlMessage, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InputLog } from "./input-log.ts";
import type { DoneAction } from "./service.ts";

let noted: DoneAction[];
let log: InputLog;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  noted = [];
  log = new InputLog((action) => noted.push(action));
});
afterEach(() => vi.useRealTimers());

const touch = (action: number, x: number, y: number, pointerId = 1n): ControlMessage => ({
  type: "touch",
  action,
  pointerId,
  pressure: 1,
  actionButton: 0,
  buttons: 0,
  x,
  y,
  screenWidthPx: 720,
  screenHeightPx: 1280,
});
const key = (keyCode: number, action = 0, repeat = 0): ControlMessage => ({
  type: "key",
  action,
  keyCode,
  repeat,
  metaState: 0,
});

test("records a finger's path as one action", () => {
  log.take(touch(TOUCH_ACTIONS.down, 100, 200));
  vi.advanceTimersByTime(40);
  log.take(touch(TOUCH_ACTIONS.move, 104, 203));
  log.take(touch(TOUCH_ACTIONS.up, 104, 203));
  log.take(touch(TOUCH_ACTIONS.down, 100, 900));
  vi.advanceTimersByTime(200);
  log.take(touch(TOUCH_ACTIONS.move, 100, 500));
  log.take(touch(TOUCH_ACTIONS.up, 100, 400));
  expect(noted).toEqual([
    { kind: "tap", detail: "100 200", at: 1_000, durationMs: 40 },
    { kind: "swipe", detail: "100 900 100 400", at: 1_040, durationMs: 200 },
  ]);
});

test("separates two fingers and ignores a cancelled one", () => {
  log.take(touch(TOUCH_ACTIONS.down, 100, 200, 1n));
  log.take(touch(TOUCH_ACTIONS.down, 300, 400, 2n));
  log.take(touch(TOUCH_ACTIONS.cancel, 100, 200, 1n));
  log.take(touch(TOUCH_ACTIONS.up, 300, 400, 2n));
  log.take(touch(TOUCH_ACTIONS.up, 5, 5, 3n));
  expect(noted.map(({ kind, detail }) => [kind, detail])).toEqual([["tap", "300 400"]]);
});

test("records continuous typing as one action", () => {
  for (const text of ["s", "e", "👍"]) {
    log.take({ type: "text", text });
    vi.advanceTimersByTime(300);
  }
  expect(noted).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(noted).toEqual([{ kind: "text", detail: "3", at: 1_000, durationMs: 600 }]);
  log.take({ type: "text", text: "x" });
  log.take(key(66));
  log.take(key(66, 1));
  log.take(key(67, 0, 1));
  expect(noted.slice(1).map(({ kind, detail }) => [kind, detail])).toEqual([
    ["text", "1"],
    ["key", "enter"],
  ]);
});

test("records wheel turns as one action, ended by the viewer's departure", () => {
  const scroll: ControlMessage = {
    type: "scroll",
    horizontal: 0,
    vertical: -1,
    buttons: 0,
    x: 5,
    y: 6,
    screenWidthPx: 720,
    screenHeightPx: 1280,
  };
  log.take(scroll);
  vi.advanceTimersByTime(100);
  log.take(scroll);
  log.close();
  expect(noted).toEqual([{ kind: "scroll", detail: "5 6", at: 1_000, durationMs: 100 }]);
});

test("records a paste's length only, and no effectless input", () => {
  log.take({ type: "setClipboard", sequence: 0n, paste: true, text: "secret" });
  log.take({ type: "setClipboard", sequence: 0n, paste: false, text: "secret" });
  log.take({ type: "getClipboard", copyKey: 0 });
  log.take(key(187));
  log.take(key(999));
  expect(noted.map(({ kind, detail }) => [kind, detail])).toEqual([
    ["paste", "6"],
    ["key", "appSwitch"],
    ["key", "999"],
  ]);
});
