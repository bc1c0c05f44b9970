import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StartScrcpyServer } from "@terrarium/adb-device/daemon/scrcpy-service";
import type { Log } from "@terrarium/adb-device/ports/log";
import { createFakeSystemUi, type FakeSystemUi } from "@terrarium/phone-system/testing/fake-system-ui";
import { parseMainOptions } from "../main-options.ts";
import { startVirtualDevice, type DeviceParts } from "../virtual-device.ts";

export interface TestDevice {
  port: number;
  ui: FakeSystemUi;
  dataDir: string;
  /** Log of the device, as lines of `message context`. */
  logs: string[];
  close(): Promise<void>;
}

export interface TestDeviceOptions {
  authorizedKeys: string;
  args?: string[];
  startScrcpyServer?: StartScrcpyServer;
}

/** Starts a device with a fake screen on a port chosen by the host; `close` also deletes its data. */
export async function startTestDevice({ startScrcpyServer, ...options }: TestDeviceOptions): Promise<TestDevice> {
  let ui: FakeSystemUi | undefined;
  const createUi: DeviceParts["createSystemUi"] = async ({ dataDir }) =>
    (ui ??= createFakeSystemUi(720, 1280, dataDir));
  const noMirror: StartScrcpyServer = () => ({ exited: Promise.resolve(1), stop: () => undefined });
  const device = await startDevice(options, createUi, startScrcpyServer ?? noMirror);
  if (!ui) throw new Error("the device made no screen");
  return { ...device, ui };
}

/** Starts a device with its own screen, apps and scrcpy server. */
export async function startWholeDevice(options: {
  authorizedKeys: string;
  args?: string[];
}): Promise<Omit<TestDevice, "ui">> {
  const { createSystemUi } = await import("@terrarium/phone-ui/system-ui.tsx");
  const { startScrcpyServer } = await import("@terrarium/adb-device/scrcpy/scrcpy-server");
  const { installedApps: installed } = await import("@terrarium/phone-apps/installed-apps");
  const { LANGUAGES: languages } = await import("@terrarium/phone-apps/language/languages");
  return startDevice(options, (uiOptions) => createSystemUi({ ...uiOptions, installed, languages }), startScrcpyServer);
}

async function startDevice(
  { authorizedKeys, args = [] }: { authorizedKeys: string; args?: string[] },
  createSystemUi: DeviceParts["createSystemUi"],
  startScrcpyServer: DeviceParts["startScrcpyServer"],
): Promise<Omit<TestDevice, "ui">> {
  const dataDir = await mkdtemp(join(tmpdir(), "virtual-device-"));
  const options = parseMainOptions(["--port", "0", "--data", dataDir, "--authorized-keys", authorizedKeys, ...args]);
  const logs: string[] = [];
  const log: Log = (message, context) => logs.push(`${message} ${JSON.stringify(context ?? {})}`);
  const shellWorkerEntry = new URL("../shell-worker.ts", import.meta.url);
  const device = await startVirtualDevice(options, { createSystemUi, startScrcpyServer, shellWorkerEntry }, log);
  return {
    port: device.port,
    dataDir,
    logs,
    async close() {
      await device.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
