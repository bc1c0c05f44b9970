import type { DeviceAction } from "@terrarium/contract/actions";
import { expect, test } from "vitest";
import { formatLeft } from "../../../viewer/parts/Countdown.tsx";
import { readPanel } from "./panels.ts";
import { TEST_SANDBOX as sandbox } from "./testing/test-sandbox.ts";
import { timelineEntries } from "./timeline-entries.ts";

const action = (over: Partial<DeviceAction>): DeviceAction => ({
  id: "act_1",
  at: "2026-11-21T09:05:00.000Z",
  actorKind: "user",
  actorName: "Ada",
  kind: "tap",
  detail: "360 1020",
  durationMs: 12,
  outcome: "ok",
  message: null,
  exitCode: null,
  ...over,
});
const lines = (actions: DeviceAction[], of = sandbox) =>
  timelineEntries(of, actions).map(({ words, note }) => (note === "" ? words : `${words}: ${note}`));

test.each([
  ["stop", "", "Stopped the sandbox"],
  ["start", "", "Started the sandbox again"],
  ["extend", "600", "Set the remaining time to 10 min"],
  ["extend", "90", "Set the remaining time to 90 s"],
  ["recording", "start", "Started recording the screen"],
  ["recording", "rewind off", "Stopped buffering the last minutes of the screen"],
  ["link", "view", "Created a link: See the screen"],
  ["link", "view input", "Created a link: See the screen · Touch, click and type"],
  ["link", "view input files browser shell", "Created a link: Full control, with a shell and all files"],
  ["link", "drive", "Created a link to use the device"],
  ["unlink", "", "Revoked a link"],
  ["port", "link 8080", "Created an address of port 8080"],
  ["port", "public 8080", "Made port 8080 public"],
  ["port", "private 8080", "Made port 8080 private"],
  ["snapshot", "tools", "Saved snapshot tools"],
  ["restore", "tools", "Started from snapshot tools"],
  ["cdp", "", "Connected to the browser with DevTools"],
  ["browser", "open", "Opened the browser"],
  ["browser", "close", "Closed the browser"],
  ["tab", "https://a.test/", "Opened https://a.test/ in a tab"],
  ["tab", "switch", "Brought a tab to the front"],
  ["tab", "close", "Closed a tab"],
  ["key", "escape", "Pressed Escape"],
  ["key", "control+arrowUp", "Pressed Ctrl+Arrow Up"],
  ["key", "volumeDown", "Pressed Volume Down"],
  ["refused", "POST /actions/tap", "Request rejected: POST /actions/tap"],
  ["text", "1", "Typed 1 character"],
  ["text", "2", "Typed 2 characters"],
  ["paste", "1", "Pasted 1 character"],
  ["clipboard", "1", "Copied 1 character to the clipboard"],
] as const)("describes %s %s as %s", (kind, detail, words) => {
  expect(lines([action({ kind, detail, durationMs: 0 })])[0]).toBe(words);
});

test("the sandbox's start and end enclose its actions", () => {
  const ended = { ...sandbox, status: "Expired", endedAt: "2026-11-21T09:30:00.000Z", endReason: "expiry" } as const;
  expect(lines([action({})], ended)).toEqual([
    "The sandbox ended: Lifetime ended",
    "Tapped: x 360 y 1020 · 12 ms",
    "Ready in 210 ms",
    "Phone requested",
  ]);
  const begun = action({ kind: "restore", detail: "tools", at: "2026-11-21T09:00:00.100Z", durationMs: 90 });
  expect(lines([action({}), begun])).toEqual([
    "Tapped: x 360 y 1020 · 12 ms",
    "Ready in 210 ms",
    "Started from snapshot tools: 90 ms",
    "Phone requested",
  ]);
  expect(lines([], { ...sandbox, status: "Starting", startedAt: sandbox.createdAt })).toEqual(["Phone requested"]);
});

test("a restarted sandbox is ready after its start, without the first start's duration", () => {
  const started = action({ kind: "start", detail: "", at: "2026-11-21T09:00:10.000Z", durationMs: 90 });
  const again = { ...sandbox, startedAt: "2026-11-21T09:00:10.090Z" };
  const told = ["Device ready", "Started the sandbox again: 90 ms", "Phone requested"];
  expect(lines([started], again)).toEqual(told);
  const failed = action({ kind: "start", detail: "", at: "2026-11-21T09:06:00.000Z", outcome: "budget_exceeded" });
  expect(lines([failed])).toContain("Ready in 210 ms");
});

test.each([
  [{ kind: "swipe", detail: "1 2 3 4", durationMs: 300 }, "Swiped: x 1 y 2 → x 3 y 4 · 300 ms", [1, 2, 3, 4]],
  [{ kind: "scroll", detail: "5 6", durationMs: 0 }, "Scrolled: x 5 y 6", [5, 6]],
  [{ kind: "key", detail: "home", durationMs: 0 }, "Pressed Home", []],
  [{ kind: "key", detail: "111", durationMs: 0 }, "Pressed Escape", []],
  [{ kind: "text", detail: "12", durationMs: 0 }, "Typed 12 characters", []],
  [{ kind: "upload", detail: "sdcard/a.txt", durationMs: 3 }, "Uploaded sdcard/a.txt: 3 ms", []],
] as const)("%j reads %s", (over, line, way) => {
  expect(lines([action(over)])[0]).toBe(line);
  expect(timelineEntries(sandbox, [action(over)])[0]?.way).toEqual(way);
});

test("names the actor and the error", () => {
  const [entry] = timelineEntries(sandbox, [
    action({ actorKind: "api_key", actorName: null, outcome: "device_failed" }),
  ]);
  expect(entry).toMatchObject({ actorName: "Former member", isProgram: true, failure: "device_failed" });
  expect(timelineEntries(sandbox, [action({})])[0]).toMatchObject({ actorName: "Ada", failure: undefined });
});

test("formats the remaining lifetime in minutes and seconds", () => {
  expect([0, 9_999, 61_000, 600_000, 3_661_000].map(formatLeft)).toEqual(["0:00", "0:09", "1:01", "10:00", "1:01:01"]);
});

test("reads the panel and the folder from the address", () => {
  expect(readPanel("#!action=list-files&udid=localhost:5555&path=/sdcard")).toEqual({
    action: "list-files",
    path: "/sdcard",
  });
  expect(readPanel("#!action=dance")).toEqual({ action: undefined, path: undefined });
  expect(readPanel("")).toEqual({ action: undefined, path: undefined });
});
