import { EventEmitter } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceAddress } from "../base/device-address.ts";
import { TOO_MUCH_MEMORY } from "./device-program.ts";
import type { ExitListener } from "./provider.ts";

/** A device, and what runs it: a container, a Pod. */
export interface RunningDevice {
  machineId: string;
  sandboxId: string;
  address: DeviceAddress;
}

/** Why a device does not run any more, for operators, and whether its memory was the cause. */
export interface DeviceEnd {
  detail: string;
  usedTooMuchMemory: boolean;
}

/** Devices that ran when they were last seen; tells once of each that ends by itself. */
export interface RunningDevices {
  all(): Iterable<RunningDevice>;
  /** Notes that it runs, and where; one that has just ended is told of at once. */
  see(device: RunningDevice): void;
  /** It is about to run again: what was heard of its end is over. */
  restart(machineId: string): void;
  /** It is to be destroyed: its end is no news. */
  forget(sandboxId: string): void;
  /**
   * Tells of it if it was seen, or when it is: an end may come before the answer of the call that made it known. Of one
   * that runs again, stopped and started on whichever server, `endOf` answers nothing.
   */
  ended(machineId: string, endOf: () => Promise<DeviceEnd | undefined>): void;
  /** Tells of one that is of no use any more though it runs, unless it was stopped since, or is somewhere else by now. */
  giveUp(device: RunningDevice, detail: string, words: string): void;
  onExit(listener: ExitListener): void;
}

/** So many ends are remembered of those that nobody had seen. */
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
      log.warn({ err: error, sandboxId }, "it could not be found out why a device ended");
      return { detail: "it ended", usedTooMuchMemory: false };
    });
    if (!end) {
      ends.delete(machineId);
      return;
    }
    // It may have been forgotten, or told of, meanwhile.
    if (running.get(machineId) !== device) return;
    running.delete(machineId);
    exits.emit("exit", sandboxId, end.detail, ...(end.usedTooMuchMemory ? [TOO_MUCH_MEMORY] : []));
  }

  const devices: RunningDevices = {
    all: () => running.values(),
    see(device) {
      const { machineId } = device;
      const known = running.get(machineId);
      // The same one stays the same for whoever counts what it does.
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
        log.error({ err: error, machineId }, "the end of a device could not be told"),
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
