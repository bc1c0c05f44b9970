import type { FastifyBaseLogger } from "fastify";
import { type ControlGroup, type ControlGroups, type GroupLimits, openControlGroups } from "./control-groups.ts";
import type { Command } from "./device-kind.ts";
import { startDeviceProcess, type DeviceProcess } from "./device-process.ts";
import { smallTables } from "./kernel-tables.ts";

export interface LaunchedProcess extends DeviceProcess {
  /** Resolves after the process has ended or failed to start. */
  readonly exited: Promise<DeviceExit>;
  /** Whether the kernel limits the process. */
  readonly isBounded: boolean;
}

export interface DeviceExit {
  /** Whether the kernel killed it at its memory limit. */
  hadTooLittleMemory: boolean;
}

/** Starts the processes of devices, in control groups if this server may create them. */
export interface DeviceLauncher {
  /** Starts a process; creates its group while `prepare` runs. Rejects with the error of `prepare`. */
  start(folder: string, prepare: () => Promise<Command>, limits: GroupLimits): Promise<LaunchedProcess>;
  /** Removes the groups of earlier servers' devices, now or after they have ended. Never rejects. */
  clean(): Promise<void>;
}

interface DeviceLauncherOptions {
  /** Folder of all device folders. */
  root: string;
  log: Pick<FastifyBaseLogger, "debug" | "warn">;
}

/** Interval of checks for empty groups of earlier servers. */
const CLEAN_AGAIN_MS = 10_000;

export function createDeviceLauncher({ root, log }: DeviceLauncherOptions): DeviceLauncher {
  const groups = open();

  async function open(): Promise<ControlGroups | undefined> {
    try {
      const opened = await openControlGroups(root);
      log.debug(
        opened
          ? "control groups bound the devices"
          : "control groups are unavailable; the server watches each device's use itself",
      );
      const gaps = [...(opened?.gaps ?? []), ...smallTables()];
      if (gaps.length > 0) log.warn({ gaps }, "this kernel cannot limit everything that devices use");
      return opened;
    } catch (error) {
      log.warn({ err: error }, "failed to use control groups; the server watches each device's use itself");
      return undefined;
    }
  }

  async function makeGroup(limits: GroupLimits): Promise<ControlGroup | undefined> {
    try {
      return await (await groups)?.make(limits);
    } catch (error) {
      log.warn({ err: error }, "failed to create a control group; the server watches this device's use itself");
      return undefined;
    }
  }

  async function leave(group: ControlGroup | undefined): Promise<DeviceExit> {
    try {
      const hadTooLittleMemory = (await group?.hadTooLittleMemory()) ?? false;
      if ((await group?.remove()) === false) void clean();
      return { hadTooLittleMemory };
    } catch (error) {
      log.warn({ err: error }, "failed to remove a control group; the next server start retries");
      return { hadTooLittleMemory: false };
    }
  }

  let again: NodeJS.Timeout | undefined;
  async function clean(): Promise<void> {
    try {
      const left = (await (await groups)?.sweep()) ?? 0;
      clearTimeout(again);
      // Processes of a device that has just ended may still be exiting.
      if (left > 0) again = setTimeout(() => void clean(), CLEAN_AGAIN_MS).unref();
    } catch (error) {
      log.warn({ err: error }, "failed to remove control groups of ended devices; the next check retries");
    }
  }

  return {
    async start(folder, prepare, limits) {
      const [made, prepared] = await Promise.allSettled([makeGroup(limits), prepare()]);
      const group = made.status === "fulfilled" ? made.value : undefined;
      if (prepared.status === "rejected") {
        await leave(group);
        throw prepared.reason;
      }
      const device = startDeviceProcess(folder, prepared.value, group?.joinFiles);
      return { ...device, exited: device.exited.then(() => leave(group)), isBounded: group !== undefined };
    },

    clean,
  };
}
