import type { EndReason } from "@terrarium/contract/sandbox";
import type { FastifyBaseLogger } from "fastify";
import { DatabaseUnavailableError } from "../db/unavailable.ts";
import type { DeviceSessions, DeviceTarget } from "../devices/device-session.ts";
import type { Keepsakes } from "../keepsakes/service.ts";
import type { DeviceProvider } from "../providers/provider.ts";
import type { SandboxStore } from "./store.ts";

export const END_WORDS: Record<EndReason, string> = {
  user: "it was deleted",
  expiry: "its lifetime is over",
  quota: "the team's quota was exceeded",
  crash: "its device stopped by itself",
  budget: "the team's budget was reached",
  start_failed: "its device did not start",
  shutdown: "the server was shut down",
};

/** Whether a device still answers when its sandbox ends, and there is time to look at it. */
const HAS_DEVICE: Record<EndReason, boolean> = {
  user: true,
  expiry: true,
  quota: true,
  budget: true,
  crash: false,
  start_failed: false,
  shutdown: false,
};

interface EndParts {
  store: Pick<SandboxStore, "markEnded">;
  provider: Pick<DeviceProvider, "destroy">;
  devices: Pick<DeviceSessions, "end">;
  keepsakes: Pick<Keepsakes, "keep">;
  findDevice: (id: string) => Promise<DeviceTarget | undefined>;
  log: FastifyBaseLogger;
}

interface EndOptions {
  /** Until when it is metered; default: now. */
  meteredUntil?: "lastSeen";
  /** What those who use its device are told; default: what the reason says. */
  words?: string | undefined;
}

/** How sandboxes end, and what is made up for later when the database or the machine does not let them. */
export interface SandboxEnds {
  /**
   * Ends a sandbox once, whoever asks, and removes its device. The record comes first: a device without one is removed
   * at the next start. If that cannot be written, the device is removed all the same, which is what frees a full disk,
   * and the record tried again: at once, and with `makeUp` if it fails, which rejects here. If the database cannot be
   * used, the device stays: another server may have it by now.
   */
  end: (id: string, reason: EndReason, options?: EndOptions) => Promise<void>;
  /** Tells those who use a device why it goes, and removes it. */
  closeDevice(id: string, words: string): Promise<void>;
  /** One that cannot be removed now is tried again with `makeUp`. */
  removeDevice: (id: string) => Promise<void>;
  /** Does what failed before. Rejects with the first failure, having tried all. */
  makeUp(): Promise<void>;
}

export function createSandboxEnds(
  { store, provider, devices, keepsakes, findDevice, log }: EndParts,
  clock: () => number,
): SandboxEnds {
  /** Ends that the database did not take. */
  const unrecorded = new Map<string, () => Promise<void>>();
  /** Devices that the machine did not let go. */
  const unremoved = new Set<string>();

  async function endAt(id: string, reason: EndReason, now: number, options: EndOptions = {}): Promise<void> {
    const { meteredUntil, words = END_WORDS[reason] } = options;
    const isAgain = unrecorded.has(id);
    unrecorded.set(id, () => endAt(id, reason, now, options));
    const device = HAS_DEVICE[reason] ? await findDevice(id).catch(() => undefined) : undefined;
    const record = () => store.markEnded(id, reason, now, meteredUntil);
    const ended = await record().catch(async (error: unknown) => {
      if (isAgain || error instanceof DatabaseUnavailableError) throw error;
      await closeDevice(id, words);
      return record();
    });
    unrecorded.delete(id);
    // A record that was tried before may have been written without a word.
    if (!ended && !isAgain) return;
    if (ended) {
      log.info({ sandboxId: id, reason }, "sandbox ended");
      await keepsakes.keep(id, device);
    }
    await closeDevice(id, words);
  }

  async function closeDevice(id: string, words: string): Promise<void> {
    await devices.end(id, words).catch((error: unknown) => {
      log.error({ err: error, sandboxId: id }, "the device's session could not be closed");
    });
    await removeDevice(id);
  }

  async function removeDevice(id: string): Promise<void> {
    try {
      await provider.destroy(id);
      unremoved.delete(id);
    } catch (error) {
      if (!unremoved.has(id)) log.error({ err: error, sandboxId: id }, "the device could not be removed; trying again");
      unremoved.add(id);
    }
  }

  return {
    end: (id, reason, options) => endAt(id, reason, clock(), options),
    closeDevice,
    removeDevice,
    async makeUp() {
      const work = [...[...unrecorded.values()].map((again) => again()), ...[...unremoved].map(removeDevice)];
      const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}
