import type { Caller } from "@terrarium/platform/base/caller";
import { expect, test } from "vitest";
import type { DeviceSession } from "../device/device-session.ts";
import type { ActionDevice } from "./action-device.ts";
import { createPictures } from "./pictures.ts";
import { wantedShots, withShots } from "./shots.ts";

const ada: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const png = Buffer.from("89504e470d0a1a0a", "hex");
const pictures = createPictures({
  put: () => Promise.reject(new Error("the store is full")),
  presign: async () => "/x",
});
const device: ActionDevice = {
  sandboxId: "sbx_1",
  scale: 1,
  hasMouse: false,
  session: { screenshotPng: async () => png } as Partial<DeviceSession> as DeviceSession,
};
const after = (outputFormat: "base64" | "storageKey") =>
  wantedShots(
    { options: { screenshot: { phases: ["after"], delay: 0, outputFormat } } },
    { caller: ada, origin: "http://localhost" },
  );

test("a failed screenshot does not fail the action", async () => {
  let done = 0;
  const shooting = { pictures, device, marks: [], wanted: after("storageKey") };
  expect(await withShots(shooting, async () => void (done += 1))).toEqual({
    screenshot: {},
    trouble: "the store is full",
  });
  expect(done).toBe(1);
});

test("rejects actions beyond the screenshot limit before they run", async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const act = () =>
    withShots({ pictures, device, marks: [], wanted: after("base64") }, async () => {
      begun += 1;
      await gate.promise;
    });
  const going = [act(), act(), act(), act()];
  await expect(act()).rejects.toMatchObject({ code: "device_busy" });
  gate.resolve();
  await Promise.all(going);
  expect(begun).toBe(4);
  await act();
});
