import { WaitBody } from "@terrarium/contract/box-wait";
import { WAIT_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { expect, test } from "vitest";
import type { CommandResult, DeviceSession } from "../device/device-session.ts";
import { unreachedDevice } from "../testing/unreached-device.ts";
import { createWaitService } from "./service.ts";

const ada: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const never = new AbortController().signal;

const screen = (...texts: string[]) =>
  `<?xml version='1.0'?><hierarchy rotation="0">${texts.map((text) => `<node index="0" text="${text}" resource-id="com.a:id/x" class="a.B" package="com.a" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][9,9]"></node>`).join("")}</hierarchy>`;

/** A device with these answers to its commands, one per look. The last one repeats. */
function waitsOn(answers: (string | AppError)[], { kind = "phone", files = [] as string[][] } = {}) {
  const asked: string[] = [];
  const access = { allowed: true };
  const run = async (command: string): Promise<CommandResult> => {
    asked.push(command);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? "";
    if (answer instanceof AppError) throw answer;
    return { stdout: Buffer.from(answer), stderr: new Uint8Array(), exitCode: 0 };
  };
  const listFiles = async (path: string) => {
    asked.push(path);
    const names = (files.length > 1 ? files.shift() : files[0]) ?? [];
    return names.map((entry) => {
      const [name = "", size] = entry.split(":");
      const modifiedAt = "2026-11-21T09:41:07.000Z";
      return { name, kind: "file" as const, sizeBytes: Number(size), mode: 0o100644, modifiedAt };
    });
  };
  const service = createWaitService({
    sandboxes: {
      async requireDevice(_caller, sandboxId) {
        if (!access.allowed) throw new AppError("sandbox_not_found", { sandboxId });
        return { ...unreachedDevice(sandboxId), kind: kind as "phone" };
      },
    },
    devices: { get: async () => ({ run, listFiles }) as Partial<DeviceSession> as DeviceSession },
    pace: { intervalMs: 1, checkAccessMs: 5 },
  });
  const wait = (body: Parameters<typeof WaitBody.parse>[0], signal = never) =>
    service.waitFor(ada, "sbx_1", WaitBody.parse(body), signal);
  return { wait, asked, access };
}

test("waits for a text, while looks fail in between", async () => {
  const busy = new AppError("device_busy", { sandboxId: "sbx_1", retryAfterSeconds: 1 });
  const { wait } = waitsOn([screen("Loading"), busy, screen("Sent &amp; read")]);
  const { element } = await wait({ text: "sent &" });
  expect(element).toMatchObject({ text: "Sent & read", id: "com.a:id/x", bounds: { right: 9 } });
});

test("waits for an element, and until one is gone", async () => {
  const { wait } = waitsOn([screen("A"), screen("A", "B"), screen("A", "B"), screen("B")]);
  expect((await wait({ element: { id: "x", index: 1 } })).element?.text).toBe("B");
  expect(await wait({ text: "A", gone: true })).toEqual({});
});

const NOW_S = 1_000;
const row = (id: number, atS: number, from: string, body: string) =>
  `Row: ${id} _id=${id}, date=${atS * 1_000}, address=${from}, body=${body}\n`;

test("finds a new message, not an old one with the same text", async () => {
  const old = row(0, 990, "555", "Your code is 1, not 2");
  const { wait } = waitsOn([
    `${NOW_S}\n${old}`,
    `${NOW_S}\n${old}`,
    `${NOW_S}\n${old}${row(1, 1_000, "555", "Your code is 2,\nreally")}`,
  ]);
  expect(await wait({ sms: { from: "555", contains: "CODE" } })).toEqual({
    sms: { from: "555", text: "Your code is 2,\nreally" },
  });
});

test("on request, counts messages of the last seconds as new", async () => {
  const { wait } = waitsOn([`${NOW_S}\n${row(0, 900, "1", "early")}${row(1, 995, "2", "late")}`]);
  expect(await wait({ sms: {}, last: "10s" })).toEqual({ sms: { from: "2", text: "late" } });
});

test("finds a new notification of an app", async () => {
  const record = (name: string, when: number, title: string) =>
    `    NotificationRecord(0x1: pkg=${name} user=UserHandle{0} id=0 tag=7 importance=3 key=0|${name}|0|7|0)\n      flags=0 when=${when}\n      extras={\n        android.title=String (${title})\n        android.text=String (from Ann)\n      }\n`;
  const head = `${NOW_S}\nCurrent Notification Manager state:\n  Notification List:\n`;
  const first = record("com.a", 1, "New mail");
  const { wait } = waitsOn([
    head + first,
    head + first + record("com.b", 2, "Alarm") + record("com.a", 3, "More mail"),
  ]);
  expect(await wait({ notification: { package: "com.a", contains: "mail" } })).toEqual({
    notification: { package: "com.a", title: "More mail", text: "from Ann" },
  });
});

test("finds a download after it is complete", async () => {
  const files = [["old.csv:1"], ["old.csv:1", "a.csv.part:1"], ["old.csv:1", "a.csv:2"], ["old.csv:1", "a.csv:4"]];
  const { wait, asked } = waitsOn([], { kind: "linux", files });
  expect(await wait({ download: { name: ".CSV" } })).toEqual({
    download: { path: "/home/user/Downloads/a.csv", sizeBytes: 4 },
  });
  expect(asked).toHaveLength(5);
});

test("waits for the end of a process", async () => {
  const { wait, asked } = waitsOn(["", "ended\n"], { kind: "linux" });
  expect(await wait({ process: 42 })).toEqual({});
  expect(asked[0]).toContain("kill -0 42 ");
});

test("gives up after the timeout, with the last failure", async () => {
  const { wait } = waitsOn([new AppError("device_failed", { sandboxId: "sbx_1", detail: "no answer" })]);
  await expect(wait({ text: "A", timeout: "20ms" })).rejects.toMatchObject({
    code: "wait_timeout",
    message: expect.stringContaining("no answer"),
  });
});

test("a Linux box has no messages, and one without a screen no text", async () => {
  const { wait } = waitsOn([""], { kind: "linux" });
  for (const body of [{ sms: {} }, { notification: {} }, { text: "A" }])
    await expect(wait(body)).rejects.toMatchObject({ code: "not_possible" });
});

test("ends with the caller's access, and when the caller leaves", async () => {
  const { wait, access, asked } = waitsOn([screen("A")]);
  const leaving = new AbortController();
  const left = wait({ text: "B" }, leaving.signal);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow(/left|aborted/);
  const waiting = wait({ text: "B" });
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  access.allowed = false;
  await expect(waiting).rejects.toMatchObject({ code: "sandbox_not_found" });
});

test("limits the waits on one sandbox", async () => {
  const { wait, asked } = waitsOn([screen("A")]);
  const leaving = new AbortController();
  const waiting = Array.from({ length: WAIT_LIMITS.perSandbox }, () =>
    wait({ text: "B" }, leaving.signal).catch(() => "left"),
  );
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(WAIT_LIMITS.perSandbox);
  await expect(wait({ text: "A" })).rejects.toMatchObject({ code: "device_busy" });
  leaving.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["left"]));
});

test.each([{}, { text: "a", process: 1 }, { process: 0 }, { text: "a", timeout: "1h" }, { text: "" }])(
  "rejects the request %j",
  (body) => {
    expect(WaitBody.safeParse(body).success).toBe(false);
  },
);
