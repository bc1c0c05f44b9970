import type { EndReason } from "@terrarium/contract/sandbox";
import type { DeviceSessions, DeviceTarget } from "@terrarium/device-control/device/device-session";
import type { DeviceProviders } from "@terrarium/device-providers/device-providers";
import type { ProvidedSandbox } from "@terrarium/device-providers/provider";
import type { Bus } from "@terrarium/platform/base/bus";
import { DatabaseUnavailableError } from "@terrarium/platform/db/unavailable";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
import type { FastifyBaseLogger } from "fastify";
import { Counter, type Registry } from "prom-client";
import { z } from "zod";
import type { LastStates } from "../last-states/service.ts";
import type { EndCondition, SandboxStore } from "./store.ts";

export const END_WORDS: Record<EndReason, string> = {
  user: "it was deleted",
  expiry: "its lifetime is over",
  quota: "the team's quota was exceeded",
  crash: "its device stopped by itself",
  budget: "the team's budget was reached",
  start_failed: "its device did not start",
  shutdown: "the server was shut down",
};

/** Whether the device still responds when its sandbox ends, with time to read from it. */
const HAS_DEVICE: Record<EndReason, boolean> = {
  user: true,
  expiry: true,
  quota: true,
  budget: true,
  crash: false,
  start_failed: false,
  shutdown: false,
};

/** Notice of an end to other servers, for their users of the device. */
const EndNotice = z.object({ id: z.string(), words: z.string() });

interface EndParts {
  store: Pick<SandboxStore, "find" | "markEnded">;
  providers: Pick<DeviceProviders, "destroy">;
  devices: Pick<DeviceSessions, "end" | "sandboxIds">;
  lastStates: Pick<LastStates, "keep">;
  bus: Pick<Bus, "tell" | "hear">;
  findDevice: (id: string) => Promise<DeviceTarget | undefined>;
  log: FastifyBaseLogger;
  metrics: Registry;
}

interface EndOptions {
  /** End of metering. Default: now. "lastSeen": the device is gone. */
  meteredUntil?: "lastSeen";
  /** Message to the device's users. Default: from the reason. */
  words?: string | undefined;
  /** Condition of the end; without it the sandbox continues. Default: end in any state. */
  onlyIf?: EndCondition;
}

/** Ends sandboxes, and retries later if the database or the machine prevents it. */
export interface SandboxEnds {
  /**
   * Ends a sandbox once, whatever the number of callers, and removes its device. The record comes first: a device
   * without one is removed at the next start. If the write fails, the device is still removed, because that frees a
   * full disk. The record is retried at once, and with `makeUp` if it fails, which rejects here. If the database is
   * unavailable, the device stays: another server may own it by now.
   */
  end: (sandbox: ProvidedSandbox, reason: EndReason, options?: EndOptions) => Promise<void>;
  /** Ends a sandbox, but never rejects. An end that cannot be recorded now, as on a full disk, waits for `makeUp`. */
  endOrOwe: SandboxEnds["end"];
  /** Reports the reason to the users of a device, and removes it. */
  closeDevice(sandbox: ProvidedSandbox, words: string): Promise<void>;
  /** Closes all connections to a sandbox's device, on every server. Users see `words` as the reason. */
  closeSessions(id: string, words: string): Promise<void>;
  /** Removes a device. `makeUp` retries a failed removal. */
  removeDevice: (sandbox: ProvidedSandbox) => Promise<void>;
  /** Retries what failed before. Tries everything, then rejects with the first failure. */
  makeUp(): Promise<void>;
}

export function createSandboxEnds(
  { store, providers, devices, lastStates, bus, findDevice, log, metrics }: EndParts,
  clock: () => number,
): SandboxEnds {
  const endings = new Counter({ ...METRICS.sandboxEnds, registers: [metrics] });
  /** Ends not yet recorded in the database. */
  const unrecorded = new Map<string, () => Promise<void>>();
  /** Devices not yet removed from the machine. */
  const unremoved = new Map<string, ProvidedSandbox>();

  async function endAt(
    sandbox: ProvidedSandbox,
    reason: EndReason,
    now: number,
    options: EndOptions = {},
  ): Promise<void> {
    const { id } = sandbox;
    const { meteredUntil, onlyIf, words = END_WORDS[reason] } = options;
    const isAgain = unrecorded.has(id);
    const hasDevice = HAS_DEVICE[reason] && meteredUntil === undefined;
    const device = hasDevice ? await findDevice(id).catch(() => undefined) : undefined;
    const record = () => store.markEnded(id, reason, now, { meteredUntil, onlyIf });
    const ended = await record()
      .catch(async (error: unknown) => {
        if (isAgain || error instanceof DatabaseUnavailableError) throw error;
        await closeDevice(sandbox, words);
        return record();
      })
      .catch((error: unknown) => {
        unrecorded.set(id, () => endAt(sandbox, reason, now, options));
        throw error;
      });
    // An earlier attempt may have written the record without a reply.
    const wasEnded = !ended && isAgain && (await hasEnded(id));
    unrecorded.delete(id);
    if (!ended && !wasEnded) return;
    if (ended) {
      log.info({ sandboxId: id, reason }, "sandbox ended");
      endings.inc({ provider: sandbox.provider, reason });
      await lastStates.keep(id, device);
    }
    await closeDevice(sandbox, words);
  }

  async function hasEnded(id: string): Promise<boolean> {
    const now = await store.find(id);
    return !now || now.state === "ended";
  }

  bus.hear("sandbox-ended", (payload) => {
    if (payload === undefined) return void closeMissed();
    const { id, words } = EndNotice.parse(JSON.parse(payload));
    void closeSession(id, words);
  });

  /**
   * Closes devices after ends that this server may have missed. An attached phone may already serve another sandbox.
   */
  async function closeMissed(): Promise<void> {
    await Promise.all(devices.sandboxIds().map(closeIfEnded));
  }

  async function closeIfEnded(id: string): Promise<void> {
    try {
      if (await hasEnded(id)) await closeSession(id, "it has ended");
    } catch (error) {
      log.error({ err: error, sandboxId: id }, "failed to find out whether a sandbox with a session has ended");
    }
  }

  const closeSession = (id: string, words: string) =>
    devices.end(id, words).catch((error: unknown) => {
      log.error({ err: error, sandboxId: id }, "failed to close the device's session");
    });

  async function closeDevice(sandbox: ProvidedSandbox, words: string): Promise<void> {
    // Both run at once: no one waits for a session that is still being created.
    await Promise.all([closeSessions(sandbox.id, words), removeDevice(sandbox)]);
  }

  async function closeSessions(id: string, words: string): Promise<void> {
    bus.tell("sandbox-ended", JSON.stringify({ id, words } satisfies z.infer<typeof EndNotice>));
    await closeSession(id, words);
  }

  async function removeDevice(sandbox: ProvidedSandbox): Promise<void> {
    const { id } = sandbox;
    try {
      await providers.destroy(sandbox);
      unremoved.delete(id);
    } catch (error) {
      if (!unremoved.has(id)) log.error({ err: error, sandboxId: id }, "failed to remove the device; retrying");
      unremoved.set(id, sandbox);
    }
  }

  const end: SandboxEnds["end"] = (sandbox, reason, options) => endAt(sandbox, reason, clock(), options);

  return {
    end,
    endOrOwe: (sandbox, ...how) =>
      end(sandbox, ...how).catch((error: unknown) =>
        log.error({ err: error, sandboxId: sandbox.id }, "failed to record a sandbox's end; retrying"),
      ),
    closeDevice,
    closeSessions,
    removeDevice,
    async makeUp() {
      const work = [...[...unrecorded.values()].map((again) => again()), ...[...unremoved.values()].map(removeDevice)];
      const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}
