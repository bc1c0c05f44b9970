import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceAddress } from "../base/device-address.ts";
import { createLimiter } from "../base/limiter.ts";
import { answersAdb } from "./adb-answer.ts";

/** What users are told of a device that was ended since it hung. */
export const HANGS = "its device did not answer any more";

/** How often devices are asked, how long each may take, and how often in a row it may fail. */
export interface LivenessPace {
  intervalMs: number;
  timeoutMs: number;
  failures: number;
}

/** A device that is only slow, as its processor is limited, answers one of five in a minute and a half. */
const PACE: LivenessPace = { intervalMs: 15_000, timeoutMs: 5_000, failures: 5 };
const AT_ONCE = 8;

interface LivenessOptions<Device> {
  /** Those that run now. */
  devices: () => Iterable<Device>;
  /** One has not answered for too long. It is asked again if it is still among `devices` then. */
  onSilent: (device: Device) => Promise<void>;
  pace?: LivenessPace | undefined;
  log: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Asks devices whether they still answer ADB, by a greeting alone. What has them does not tell of one that hangs: of one
 * that is frozen, or that waits for memory it may not have. Where none of several answers, the way to them is at fault
 * rather than they, and nothing is concluded.
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
      log.warn({ devices: asked.length }, "none of the devices can be reached");
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
      await ask().catch((error: unknown) => log.warn({ err: error }, "devices could not be asked whether they live"));
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
