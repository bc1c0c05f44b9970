import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceAddress } from "../../base/device-address.ts";
import { untilAdbAnswers } from "../adb-answer.ts";
import { deviceArguments } from "../device-program.ts";
import type { DeviceModel, DeviceSpec } from "../provider.ts";
import { lastWords } from "./device-end.ts";
import { writeRecord, type DeviceFolder } from "./device-folder.ts";
import type { DeviceExit, DeviceLauncher, LaunchedProcess } from "./device-launcher.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { identify, type Standby } from "./standby-pool.ts";

/** Devices listen on loopback. */
export const HOST = "127.0.0.1";

export interface StartedDevice {
  identity: ProcessIdentity;
  exited: Promise<DeviceExit>;
  address: DeviceAddress;
}

/** What every device is started with, whatever it is made from. */
export interface DeviceSettings {
  launcher: DeviceLauncher;
  /** How far its apps may reach. */
  egress: string;
  /** Where its time of day stands still; it goes if there is none. */
  clock: string | undefined;
  storageMb: number;
}

/** Starts a device's process in a new folder. Rejects if it does not come up; what it left is for the caller to remove. */
export async function startCold(
  folder: DeviceFolder,
  spec: DeviceSpec,
  settings: DeviceSettings,
  timeoutMs: number,
): Promise<StartedDevice> {
  await folder.create(spec.authorizedKey);
  return startAgain(folder, spec, settings, timeoutMs);
}

/** Starts it in the folder that it has. Rejects if it does not come up. */
export async function startAgain(
  folder: DeviceFolder,
  spec: DeviceModel,
  settings: DeviceSettings,
  timeoutMs: number,
): Promise<StartedDevice> {
  const device = await settings.launcher.start(folder.path, argumentsOf(folder, spec, settings));
  try {
    const identity = await identify(device, folder.path);
    await writeRecord(folder.path, { ...identity, port: null });
    return await complete(folder, device, identity, timeoutMs);
  } catch (error) {
    device.kill();
    await device.exited;
    throw error;
  }
}

/** Makes the device out of one in standby. Rejects as `startCold` does. */
export async function startFromStandby(
  standby: Standby,
  folder: DeviceFolder,
  spec: DeviceSpec,
  settings: DeviceSettings,
  timeoutMs: number,
): Promise<StartedDevice> {
  const { process: device, identity } = standby;
  try {
    await folder.create(spec.authorizedKey, standby.folder);
    device.tell(argumentsOf(folder, spec, settings));
    return await complete(folder, device, identity, timeoutMs);
  } catch (error) {
    device.kill();
    await device.exited;
    throw error;
  }
}

const argumentsOf = (folder: DeviceFolder, spec: DeviceModel, { egress, clock, storageMb }: DeviceSettings): string[] =>
  deviceArguments(spec, {
    port: 0,
    dataPath: folder.dataPath,
    keysPath: folder.authorizedKeysPath,
    egress,
    clock,
    storageMb,
  });

async function complete(
  folder: DeviceFolder,
  device: LaunchedProcess,
  identity: ProcessIdentity,
  timeoutMs: number,
): Promise<StartedDevice> {
  const port = await untilReady(folder, device, timeoutMs);
  const address = { host: HOST, port };
  const ended = new AbortController();
  void device.exited.then(() => ended.abort());
  if (!(await untilAdbAnswers(address, timeoutMs, ended.signal)))
    throw new Error(`said that it is ready, and does not answer ADB; ${await lastWords(folder.path)}`);
  await writeRecord(folder.path, { ...identity, port });
  return { identity, exited: device.exited, address };
}

async function untilReady(folder: DeviceFolder, device: LaunchedProcess, timeoutMs: number): Promise<number> {
  const timeout = new AbortController();
  const port = await Promise.race([
    device.ready,
    device.exited.then(() => "ended" as const),
    sleep(timeoutMs, "late" as const, { signal: timeout.signal }),
  ]);
  timeout.abort();
  if (port === "ended") throw new Error(await lastWords(folder.path));
  if (port === "late") throw new Error(`not ready after ${timeoutMs / 1000} s; ${await lastWords(folder.path)}`);
  return port;
}
