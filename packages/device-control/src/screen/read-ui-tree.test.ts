import { findNode } from "@terrarium/ui-tree/find-nodes";
import pino from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { CommandResult } from "../device/device-session.ts";
import { createDeviceSessions } from "../session/tango-device-sessions.ts";
import { startTestDevice, type TestDevice } from "../testing/start-test-device.ts";
import { readUiTree } from "./read-ui-tree.ts";

let device: TestDevice;
beforeAll(async () => void (device = await startTestDevice()));
afterAll(() => device.stop());

const EMPTY = "<?xml version='1.0' ?><hierarchy rotation=\"0\"></hierarchy>";

/** Creates a device that returns one dump after the other, and repeats the last. */
function answering(...answers: Partial<Record<"stdout" | "stderr", string>>[]) {
  let asked = 0;
  const run = async (): Promise<CommandResult> => {
    const { stdout = "", stderr = "" } = answers[Math.min(asked++, answers.length - 1)] ?? {};
    return { stdout: Buffer.from(stdout), stderr: Buffer.from(stderr), exitCode: 0 };
  };
  return { run, asked: () => asked };
}

test("concurrent reads of a virtual device leave no files", async () => {
  const sessions = createDeviceSessions({ log: pino({ level: "silent" }), scrcpyServer: undefined });
  onTestFinished(() => sessions.closeAll());
  const session = await sessions.get(device.target);
  const trees = await Promise.all([1, 2, 3].map(() => readUiTree(session, "sbx_1")));
  for (const tree of trees) expect(findNode(tree, { description: "Settings" })?.clickable).toBe(true);
  expect(Buffer.from((await session.run("ls /data/local/tmp")).stdout).toString()).not.toContain("ui-");
});

test("retries failures", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const session = answering(
    { stderr: "ERROR: could not get idle state.\n" },
    { stderr: "ERROR: null root node returned by UiTestAutomationBridge.\n" },
    { stderr: "UI hierchary dumped to: x\n", stdout: EMPTY },
  );
  const tree = readUiTree(session, "sbx_1");
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await tree).nodes).toEqual([]);
  expect(session.asked()).toBe(3);
});

test("stops retrying and reports the device's message", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const session = answering({ stderr: "ERROR: could not get idle state.\n" });
  const [refused] = await Promise.allSettled([readUiTree(session, "sbx_1"), vi.advanceTimersByTimeAsync(20_000)]);
  expect(refused).toMatchObject({
    reason: { code: "device_failed", message: expect.stringContaining("could not get idle state") },
  });
  expect(session.asked()).toBeGreaterThan(3);
});

test("an unreadable dump is a failure of the device", async () => {
  const session = answering({ stdout: "<?xml version='1.0' ?><!DOCTYPE x><hierarchy></hierarchy>" });
  await expect(readUiTree(session, "sbx_1")).rejects.toMatchObject({
    code: "device_failed",
    message: expect.stringContaining("document type"),
  });
});
