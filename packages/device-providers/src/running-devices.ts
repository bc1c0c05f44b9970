import { EventEmitter } from "node:events";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { FastifyBaseLogger } from "fastify";
import { TOO_MUCH_MEMORY } from "./device-program.ts";
import type { ExitListener } from "./provider.ts";

/** A device and its container or Pod. */
export interface RunningDevice {
  machineId: string;
  sandboxId: string;
  address: DeviceAddress;
}

/** Reason of a device's end, for operators, and whether memory was the cause. */
export interface DeviceEnd {
  detail: string;
  usedTooMuchMemory: boolean;
}

/** Devices that ran when last seen; reports each unexpected end once. */
export interface RunningDevices {
  all(): Iterable<RunningDevice>;
  /** Records that a device runs, and its address. Reports an end that was received before. */
  see(device: RunningDevice): void;
  /** Discards reported ends before a device starts again. */
  restart(machineId: string): void;
  /** Forgets a device that is about to be destroyed, so that its end is not reported. */
  forget(sandboxId: string): void;
  /**
   * Reports an end now, or when the device is first seen: the end may arrive before the response of the call that
   * created the device. `endOf` resolves with undefined if any server has restarted the device.
   */
  ended(machineId: string, endOf: () => Promise<DeviceEnd | undefined>): void;
  /** Reports a running device as unusable, unless it was stopped since or has another address. */
  giveUp(device: RunningDevice, detail: string, words: string): void;
  onExit(listener: ExitListener): void;
}

/** Limit of remembered ends of unknown devices. */
const MOST_ENDED = 1_000;

export function createRunningDevices(log: Pick<FastifyBaseLogger, "warn" | "error">): RunningDevices {
  const exits = new EventEmitter<{ exit: Parameters<ExitListener> }>();
  const running = new Map<string, RunningDevice>();
  const ends = new Map<string, () => Promise<DeviceEnd | undefined>>();

  async function tell(machineId: string, endOf: () => Promise<DeviceEnd | undefined>): Promise<void> {
    const device = running.get(machineId);
    if (!device) return;
    const { sandboxId } = device;
    const end = await endOf().catch((error: unknown) => {
      log.warn({ err: error, sandboxId }, "failed to find out why a device ended");
      return { detail: "it ended", usedTooMuchMemory: false };
    });
    if (!end) {
      ends.delete(machineId);
      return;
    }
    // It may have been forgotten or reported meanwhile.
    if (running.get(machineId) !== device) return;
    running.delete(machineId);
    exits.emit("exit", sandboxId, end.detail, ...(end.usedTooMuchMemory ? [TOO_MUCH_MEMORY] : []));
  }

  const devices: RunningDevices = {
    all: () => running.values(),
    see(device) {
      const { machineId } = device;
      const known = running.get(machineId);
      // Keep the same object, because the liveness check counts failures by object.
      if (!known || !isSame(known, device)) running.set(machineId, device);
      const endOf = ends.get(machineId);
      if (endOf) devices.ended(machineId, endOf);
    },
    restart: (machineId) => void ends.delete(machineId),
    forget(sandboxId) {
      for (const [machineId, device] of running) if (device.sandboxId === sandboxId) running.delete(machineId);
    },
    ended(machineId, endOf) {
      ends.set(machineId, endOf);
      for (const oldest of ends.keys()) if (ends.size > MOST_ENDED) ends.delete(oldest);
      tell(machineId, endOf).catch((error: unknown) =>
        log.error({ err: error, machineId }, "failed to report a device's end"),
      );
    },
    giveUp(device, detail, words) {
      const { machineId, sandboxId } = device;
      if (running.get(machineId) !== device) return;
      running.delete(machineId);
      exits.emit("exit", sandboxId, detail, words);
    },
    onExit: (listener) => void exits.on("exit", listener),
  };
  return devices;
}

const isSame = (a: RunningDevice, b: RunningDevice): boolean =>
  a.sandboxId === b.sandboxId && a.address.host === b.address.host && a.address.port === b.address.port;
