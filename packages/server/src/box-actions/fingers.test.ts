import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { type ControlMessage, touchActions } from "@terrarium/scrcpy/control";
import { ControlMessageReader } from "@terrarium/scrcpy/control-reader";
import { expect, test } from "vitest";
import type { DeviceSession, ScreenViewer } from "../devices/device-session.ts";
import { readClipboard, writeClipboard } from "./clipboard.ts";
import { moveFingers } from "./fingers.ts";

/** A device whose screen is watched, and which remembers what it was told. */
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
  return { session, told, isOpen: () => open > 0 };
}

const screen = { widthPx: 720, heightPx: 1280 };
const video = { type: "screen", codec: "h264", width: 360, height: 640 } as const;

test("fingers move at once, in the pixels of the video, and each leaves when it is done", async () => {
  const { session, told, isOpen } = watched(video);
  const fingers = [
    { start: { x: 100, y: 200 }, steps: [{ durationMs: 32, to: { x: 300, y: 200 } }, { durationMs: 20 }] },
    { start: { x: 400, y: 600 }, steps: [] },
  ];
  await moveFingers(session, fingers, screen);
  const touches = told.flatMap((message) => (message.type === "touch" ? [message] : []));
  expect(touches.map(({ action, pointerId, x, y }) => [action, Number(pointerId), x, y])).toEqual([
    [touchActions.down, 1000, 50, 100],
    [touchActions.down, 1001, 200, 300],
    [touchActions.up, 1001, 200, 300],
    [touchActions.move, 1000, 100, 100],
    [touchActions.move, 1000, 150, 100],
    [touchActions.up, 1000, 150, 100],
  ]);
  expect(touches.every(({ screenWidthPx, screenHeightPx }) => screenWidthPx === 360 && screenHeightPx === 640)).toBe(
    true,
  );
  expect(isOpen()).toBe(false);
});

test("a device that sends pictures takes one finger, and no more", async () => {
  const { session, isOpen } = watched({ ...video, codec: "png" });
  const finger = { start: { x: 1, y: 1 }, steps: [] };
  await moveFingers(session, [finger], screen);
  await expect(moveFingers(session, [finger, finger], screen)).rejects.toMatchObject({ code: "not_possible" });
  expect(isOpen()).toBe(false);
});

test.each([
  { what: "Android of others", hasMouse: false, isVirtual: false },
  { what: "a browser or desktop of ours", hasMouse: true, isVirtual: true },
])("where a device has no command for it, as $what, scrcpy reads and writes the clipboard", async (kind) => {
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
