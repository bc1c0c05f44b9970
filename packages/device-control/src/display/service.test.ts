import { execFile } from "node:child_process";
import type { Caller } from "@terrarium/platform/base/caller";
import { expect, test } from "vitest";
import type { CommandResult, DeviceSession } from "../device/device-session.ts";
import { unreachedDevice } from "../testing/unreached-device.ts";
import { createBoxDisplayService } from "./service.ts";

const CALLER: Caller = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "drive" };

/** Creates a desktop with a real shell; its `wm` prints this for each new size, and does nothing. */
function desktopThatSays(refusal: string) {
  const wm = `wm() { [ -z "$2" ] && echo "Physical size: 1280x800" && return; echo "${refusal}" >&2; return 1; }; `;
  const run = (line: string) =>
    new Promise<CommandResult>((resolve) => {
      execFile("sh", ["-c", wm + line], { encoding: "buffer" }, (error, stdout, stderr) =>
        resolve({ stdout, stderr, exitCode: error ? 1 : 0 }),
      );
    });
  return createBoxDisplayService({
    actions: { noting: (_caller, _sandboxId, _action, work) => work() },
    sandboxes: {
      requireDevice: async (_caller, id) => ({ ...unreachedDevice(id), envs: {}, kind: "desktop", workingDir: "/" }),
    },
    devices: { get: async () => ({ run }) as Partial<DeviceSession> as DeviceSession },
    reachOf: () => ({ egress: "off", resolve: async () => [] }),
  });
}

test("rejects a too large desktop size with the largest possible", async () => {
  const desktop = desktopThatSays("Error: the screen cannot become larger than 1920x1200");
  await expect(desktop.setResolution(CALLER, "sbx_1", { width: 2560, height: 1440 })).rejects.toMatchObject({
    code: "not_possible",
    message: expect.stringContaining("1920x1200"),
  });
});

test("another failed size change reports the screen's message", async () => {
  const desktop = desktopThatSays("Error: the screen cannot become 640x480");
  await expect(desktop.setResolution(CALLER, "sbx_1", { width: 640, height: 480 })).rejects.toMatchObject({
    code: "device_failed",
    message: expect.stringContaining("Error: the screen cannot become 640x480"),
  });
});
