import { expect, test } from "vitest";
import type { DeviceSession } from "../device/device-session.ts";
import { change } from "./package-commands.ts";

test.each([
  ["Success\n", "installed"],
  ["WARNING: odd\nFailure [INSTALL_FAILED_OLDER_SDK: [28] is too old]\n", "INSTALL_FAILED_OLDER_SDK: [28] is too old"],
  ["cannot open it\n", "cannot open it"],
  // A device may return any output, of any length.
  ["Failure [".repeat(200_000), "Failure [Failure ["],
])("parses a device's report of an installation", async (said, reason) => {
  const session: Pick<DeviceSession, "run"> = {
    run: async () => ({ stdout: Buffer.from(said), stderr: new Uint8Array(), exitCode: 0 }),
  };
  const changed = change(session as DeviceSession, "pm install a.apk", "com.app", 1_000);
  const outcome = await changed.then(
    () => "installed",
    (error: unknown) => String(error),
  );
  expect(outcome).toContain(reason);
});
