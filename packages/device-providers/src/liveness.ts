import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { createLimiter } from "@terrarium/platform/base/limiter";
import type { FastifyBaseLogger } from "fastify";
import { answersAdb } from "./adb-answer.ts";

/** User-visible reason for a device that was ended because it hung. */
export const HANGS = "its device stopped responding";

/** Interval and timeout of checks, and number of failures in a row until a device counts as hanging. */
export interface LivenessPace {
  intervalMs: number;
  timeoutMs: number;
  failures: number;
}

/** A device that is only slow, because its CPU is limited, answers one of five checks in a minute and a half. */
const PACE: LivenessPace = { intervalMs: 15_000, timeoutMs: 5_000, failures: 5 };
const AT_ONCE = 8;

interface LivenessOptions<Device> {
  /** Returns the devices that run now. */
  devices: () => Iterable<Device>;
  /**
   * Called when a device did not answer for too long. It is checked again if it is still among `devices` afterwards.
   */
  onSilent: (device: Device) => Promise<void>;
  pace?: LivenessPace | undefined;
  log: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Checks by a greeting whether devices still answer ADB. Engines do not report a device that is frozen or waits for
 * memory above its limit. If none of several devices answers, the network is probably at fault, so no device is
 * reported.
 */
export function watchLiveness<Device extends { address: DeviceAddress }>(
  options: LivenessOptions<Device>,
): {
  stop(): Promise<void>;
} {
  const { devices, onSilent, log, pace = PACE } = options;
  const stopped = new AbortController();
  const limit = createLimiter(AT_ONCE);
  let failures = new Map<Device, number>();

  async function ask(): Promise<void> {
    const asked = [...devices()];
    const answers = await Promise.all(
      asked.map((device) => limit(async () => stopped.signal.aborted || answersAdb(device.address, pace.timeoutMs))),
    );
    if (asked.length > 1 && !answers.includes(true)) {
      log.warn({ devices: asked.length }, "no device is reachable");
      return;
    }
    const silent = asked.filter((_, index) => answers[index] === false);
    failures = new Map(silent.map((device) => [device, (failures.get(device) ?? 0) + 1]));
    for (const [device, count] of failures) if (count >= pace.failures) await onSilent(device);
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(pace.intervalMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      await ask().catch((error: unknown) => log.warn({ err: error }, "failed to check the devices' liveness"));
    }
  }
  const running = run();

  return {
    stop() {
      stopped.abort();
      return running;
    },
  };
}
