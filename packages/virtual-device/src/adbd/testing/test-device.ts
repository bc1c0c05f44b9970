import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseMainOptions } from "../../main-options.ts";
import { startVirtualDevice, type Log } from "../../virtual-device.ts";
import type { StartScrcpyServer } from "../scrcpy-service.ts";
import { createFakeSystemUi, type FakeSystemUi } from "./fake-system-ui.ts";

export interface TestDevice {
  port: number;
  ui: FakeSystemUi;
  dataDir: string;
  /** What the device logged, as `message context` lines. */
  logs: string[];
  close(): Promise<void>;
}

export interface TestDeviceOptions {
  authorizedKeys: string;
  args?: string[];
  startScrcpyServer?: StartScrcpyServer;
}

/** Starts a device with a fake screen on a port of the host's choice; `close` also removes its data. */
export async function startTestDevice({
  authorizedKeys,
  args = [],
  startScrcpyServer,
}: TestDeviceOptions): Promise<TestDevice> {
  const dataDir = await mkdtemp(join(tmpdir(), "virtual-device-"));
  const ui = createFakeSystemUi(720, 1280);
  const options = parseMainOptions(["--port", "0", "--data", dataDir, "--authorized-keys", authorizedKeys, ...args]);
  const logs: string[] = [];
  const log: Log = (message, context) => logs.push(`${message} ${JSON.stringify(context ?? {})}`);
  const parts = {
    createSystemUi: async () => ui,
    startScrcpyServer: startScrcpyServer ?? (() => ({ exited: Promise.resolve(1), stop: () => undefined })),
    shellWorkerEntry: new URL("../../shell/worker.ts", import.meta.url),
  };
  const device = await startVirtualDevice(options, parts, log);
  return {
    port: device.port,
    ui,
    dataDir,
    logs,
    async close() {
      await device.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
