import type { FastifyBaseLogger } from "fastify";
import { type ControlGroup, type ControlGroups, type GroupLimits, openControlGroups } from "./control-groups.ts";
import { startDeviceProcess, type DeviceProcess } from "./device-process.ts";

export interface LaunchedProcess extends DeviceProcess {
  /** Resolves when it has ended, or could not be started. */
  readonly exited: Promise<DeviceExit>;
}

export interface DeviceExit {
  /** Whether the kernel ended it, since it used more than it may. */
  hadTooLittleMemory: boolean;
}

/** Starts processes of the device's program, in control groups where this server may make any. */
export interface DeviceLauncher {
  start(folder: string, args: readonly string[]): Promise<LaunchedProcess>;
  /** Removes the groups of devices that earlier servers started and that have ended. Never rejects. */
  clean(): Promise<void>;
}

interface DeviceLauncherOptions {
  /** Below which all devices have their folders. */
  root: string;
  program: string;
  limits: GroupLimits;
  log: Pick<FastifyBaseLogger, "debug" | "warn">;
}

export function createDeviceLauncher({ root, program, limits, log }: DeviceLauncherOptions): DeviceLauncher {
  const groups = open();

  async function open(): Promise<ControlGroups | undefined> {
    try {
      const opened = await openControlGroups(root);
      log.debug(opened ? "control groups bound the devices" : "there are no control groups: devices are watched alone");
      return opened;
    } catch (error) {
      log.warn({ err: error }, "control groups cannot be used; devices are watched alone");
      return undefined;
    }
  }

  async function makeGroup(): Promise<ControlGroup | undefined> {
    try {
      return await (await groups)?.make(limits);
    } catch (error) {
      log.warn({ err: error }, "a control group could not be made; this device is watched alone");
      return undefined;
    }
  }

  async function leave(group: ControlGroup | undefined): Promise<DeviceExit> {
    try {
      const hadTooLittleMemory = (await group?.hadTooLittleMemory()) ?? false;
      await group?.remove();
      return { hadTooLittleMemory };
    } catch (error) {
      log.warn({ err: error }, "a control group could not be removed; the next start of the server tries again");
      return { hadTooLittleMemory: false };
    }
  }

  return {
    async start(folder, args) {
      const group = await makeGroup();
      const device = startDeviceProcess(program, folder, args, group?.joinFiles);
      return { ...device, exited: device.exited.then(() => leave(group)) };
    },

    async clean() {
      try {
        await (await groups)?.sweep();
      } catch (error) {
        log.warn(
          { err: error },
          "control groups of devices that ended could not be removed; the next look tries again",
        );
      }
    },
  };
}
