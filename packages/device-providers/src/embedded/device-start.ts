import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { untilAdbAnswers } from "../adb-answer.ts";
import type { DeviceModel, DeviceSpec } from "../provider.ts";
import { lastWords } from "./device-end.ts";
import { socketFile, writeRecord, type DeviceFolder, type DeviceRecord } from "./device-folder.ts";
import type { DeviceKind } from "./device-kind.ts";
import type { DeviceExit, DeviceLauncher, LaunchedProcess } from "./device-launcher.ts";
import { identify, type Standby } from "./standby-pool.ts";

/** Address of devices that listen themselves. */
const HOST = "127.0.0.1";

export interface StartedDevice {
  record: DeviceRecord;
  exited: Promise<DeviceExit>;
  address: DeviceAddress;
}

/** How a device of a kind is started, and its timeout. */
export interface DeviceStart {
  kind: DeviceKind;
  launcher: DeviceLauncher;
  timeoutMs: number;
}

/** Returns the address of a device from its record. */
export const addressIn = (folder: string, port: number): DeviceAddress =>
  port === 0 ? { host: socketFile(folder), port } : { host: HOST, port };

/** Starts a device in a new folder. Rejects if it does not become ready; the caller removes the remains. */
export async function startCold(folder: DeviceFolder, spec: DeviceSpec, start: DeviceStart): Promise<StartedDevice> {
  return startIn(folder, spec, start, async () => {
    await folder.create(spec.authorizedKey);
    await start.kind.furnish(folder.path, spec);
  });
}

/** Starts a device in its existing folder. Rejects if it does not become ready. */
export const startAgain = (folder: DeviceFolder, model: DeviceModel, start: DeviceStart): Promise<StartedDevice> =>
  startIn(folder, model, start, async () => undefined);

async function startIn(
  folder: DeviceFolder,
  model: DeviceModel,
  start: DeviceStart,
  furnish: () => Promise<void>,
): Promise<StartedDevice> {
  const { kind, launcher } = start;
  let args: string[] = [];
  const prepare = async () => {
    await furnish();
    args = await kind.options(folder, model);
    return kind.command(folder.path, model, args);
  };
  const device = await launcher.start(folder.path, prepare, kind.limits(model));
  return orKill(device, async () => {
    const record = { ...(await identify(device, folder.path)), port: null, ...watchedOf(device, kind, model) };
    await writeRecord(folder.path, record);
    if (kind.listensAtFile) await device.hand(args, socketFile(folder.path));
    return complete(folder, device, record, start.timeoutMs);
  });
}

/** Turns a standby device into the device. Rejects if it does not become ready; the caller removes the remains. */
export function startFromStandby(
  { process: device, identity, folder: standbyFolder }: Standby,
  folder: DeviceFolder,
  spec: DeviceSpec,
  { kind, timeoutMs }: Omit<DeviceStart, "launcher">,
): Promise<StartedDevice> {
  return orKill(device, async () => {
    await folder.create(spec.authorizedKey, standbyFolder);
    const args = await kind.options(folder, spec);
    if (kind.listensAtFile) await device.hand(args, socketFile(folder.path));
    else device.tell(args);
    return complete(folder, device, { ...identity, ...watchedOf(device, kind, spec) }, timeoutMs);
  });
}

/** Returns the memory limit for the watch; null if only the kernel enforces it. */
const watchedOf = ({ isBounded }: LaunchedProcess, { watch }: DeviceKind, model: DeviceModel) => ({
  watchedMb: isBounded && !watch.whenBounded ? null : watch.memoryMb(model),
});

async function orKill<Result>(device: LaunchedProcess, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    device.kill();
    await device.exited;
    throw error;
  }
}

async function complete(
  folder: DeviceFolder,
  device: LaunchedProcess,
  known: Omit<DeviceRecord, "port">,
  timeoutMs: number,
): Promise<StartedDevice> {
  const port = await untilReady(folder, device, timeoutMs);
  const address = addressIn(folder.path, port);
  const ended = new AbortController();
  void device.exited.then(() => ended.abort());
  if (!(await untilAdbAnswers(address, timeoutMs, ended.signal)))
    throw new Error(`it reported ready but does not answer ADB; ${await lastWords(folder.path)}`);
  const record = { ...known, port };
  await writeRecord(folder.path, record);
  await device.confirm();
  return { record, exited: device.exited, address };
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
