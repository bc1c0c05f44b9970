import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { type ControlMessage, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { ControlMessageReader } from "@terrarium/scrcpy/control-reader";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { DeviceSession, ScreenViewer, SessionEnd } from "../device/device-session.ts";
import { typeByClipboard } from "../session/android-device.ts";
import { readClipboard, writeClipboard } from "./clipboard.ts";
import { moveFingers } from "./fingers.ts";

/** Creates a device with a watched screen that records its messages. */
function watched(
  event: ScreenEvent,
  onMessage: (message: ControlMessage, viewer: ScreenViewer) => void = () => undefined,
  isVirtual = false,
) {
  const told: ControlMessage[] = [];
  let open = 0;
  const session = {
    run: async () => ({
      stdout: new Uint8Array(),
      stderr: Buffer.from("No shell command implementation."),
      exitCode: 0,
    }),
    isVirtual: async () => isVirtual,
    watchScreen: async (viewer: ScreenViewer) => {
      open += 1;
      viewer.event(event);
      const reader = new ControlMessageReader();
      return {
        control: async (bytes: Uint8Array) => {
          for (const message of reader.push(bytes)) {
            told.push(message);
            onMessage(message, viewer);
          }
        },
        restart: () => undefined,
        close: () => void (open -= 1),
      };
    },
  } as Partial<DeviceSession> as DeviceSession;
  return { session, device: { sandboxId: "sbx_1", session }, told, isOpen: () => open > 0 };
}

const screen = { widthPx: 720, heightPx: 1280 };
const video = { type: "screen", codec: "h264", width: 360, height: 640 } as const;

test("fingers move concurrently, in video pixels, and each lifts at its end", async () => {
  const { device, told, isOpen } = watched(video);
  const fingers = [
    { start: { x: 100, y: 200 }, steps: [{ durationMs: 32, to: { x: 300, y: 200 } }, { durationMs: 20 }] },
    { start: { x: 400, y: 600 }, steps: [] },
  ];
  await moveFingers(device, fingers, screen);
  const touches = told.flatMap((message) => (message.type === "touch" ? [message] : []));
  expect(touches.map(({ action, pointerId, x, y }) => [action, Number(pointerId), x, y])).toEqual([
    [TOUCH_ACTIONS.down, 1000, 50, 100],
    [TOUCH_ACTIONS.down, 1001, 200, 300],
    [TOUCH_ACTIONS.up, 1001, 200, 300],
    [TOUCH_ACTIONS.move, 1000, 100, 100],
    [TOUCH_ACTIONS.move, 1000, 150, 100],
    [TOUCH_ACTIONS.up, 1000, 150, 100],
  ]);
  expect(touches.every(({ screenWidthPx, screenHeightPx }) => screenWidthPx === 360 && screenHeightPx === 640)).toBe(
    true,
  );
  expect(isOpen()).toBe(false);
});

test("a device that sends images supports one finger only", async () => {
  const { device, isOpen } = watched({ ...video, codec: "png" });
  const finger = { start: { x: 1, y: 1 }, steps: [] };
  await moveFingers(device, [finger], screen);
  await expect(moveFingers(device, [finger, finger], screen)).rejects.toMatchObject({ code: "not_possible" });
  expect(isOpen()).toBe(false);
});

describe.each<[SessionEnd, string]>([
  [{ cause: "device-failed", detail: "The video broke off" }, "device_failed"],
  [{ cause: "sandbox-ended", detail: "Ada stopped it" }, "sandbox_not_running"],
])("when the screen closes during the action, %j", (end, code) => {
  const refusal = { code, message: expect.stringContaining(end.detail) };

  test("a gesture fails and stops", async () => {
    const { device, told, isOpen } = watched(video, (_message, viewer) => viewer.end(end));
    const finger = { start: { x: 1, y: 1 }, steps: [{ durationMs: 20, to: { x: 9, y: 9 } }, { durationMs: 20 }] };
    await expect(moveFingers(device, [finger], screen)).rejects.toMatchObject(refusal);
    expect(told).toHaveLength(1);
    expect(isOpen()).toBe(false);
  });

  test("a gesture fails at its last step", async () => {
    const { device } = watched(video, (message, viewer) => {
      if (message.type === "touch" && message.action === TOUCH_ACTIONS.up) viewer.end(end);
    });
    await expect(moveFingers(device, [{ start: { x: 1, y: 1 }, steps: [] }], screen)).rejects.toMatchObject(refusal);
  });

  test("a pasted text is not reported as typed", async () => {
    const { device } = watched(video, (_message, viewer) => viewer.end(end));
    await expect(typeByClipboard(device, "é")).rejects.toMatchObject(refusal);
  });

  test("a clipboard is reported neither empty nor written", async () => {
    const { device } = watched(video, (_message, viewer) => viewer.end(end));
    await expect(readClipboard({ ...device, hasMouse: true })).rejects.toMatchObject(refusal);
    await expect(writeClipboard({ ...device, hasMouse: true }, "new")).rejects.toMatchObject(refusal);
  });
});

test.each([
  { what: "Android of others", hasMouse: false, isVirtual: false },
  { what: "a browser or desktop of ours", hasMouse: true, isVirtual: true },
])("without a clipboard command, as $what, uses scrcpy", async (kind) => {
  const answer = (message: ControlMessage, viewer: ScreenViewer) => {
    if (message.type === "getClipboard") viewer.event({ type: "clipboard", text: "kept" });
  };
  const { session, told, isOpen } = watched(video, answer, kind.isVirtual);
  const device = { sandboxId: "sbx_1", session, hasMouse: kind.hasMouse };
  expect(await readClipboard(device)).toBe("kept");
  await writeClipboard(device, "new");
  expect(told.at(-1)).toEqual({ type: "setClipboard", sequence: 0n, paste: false, text: "new" });
  expect(isOpen()).toBe(false);
  const pictures = { ...device, session: watched({ ...video, codec: "png" }, undefined, kind.isVirtual).session };
  await expect(readClipboard(pictures)).rejects.toMatchObject({ code: "not_possible" });
});

test("reads a late clipboard text after a slow screen start", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tellsAfterMs = 2_000;
  const opened = Promise.withResolvers<void>();
  const { session, isOpen } = watched(video, (message, viewer) => {
    if (message.type === "getClipboard")
      setTimeout(() => viewer.event({ type: "clipboard", text: "kept" }), tellsAfterMs);
  });
  const slow: typeof session = {
    ...session,
    async watchScreen(viewer) {
      await opened.promise;
      return session.watchScreen(viewer);
    },
  };
  const read = readClipboard({ sandboxId: "sbx_1", session: slow, hasMouse: true });
  await vi.advanceTimersByTimeAsync(10_000);
  opened.resolve();
  await vi.advanceTimersByTimeAsync(tellsAfterMs);
  expect(await read).toBe("kept");
  expect(isOpen()).toBe(false);
});
