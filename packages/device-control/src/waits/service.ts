import { setTimeout as sleep } from "node:timers/promises";
import { type WaitBody, WAITED, type WaitResult } from "@terrarium/contract/box-wait";
import { DEVICE_LIMITS, WAIT_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { Slots } from "@terrarium/platform/base/slots";
import type { DeviceAccess } from "../access/device-access.ts";
import type { DeviceSessions } from "../device/device-session.ts";
import { lookFor } from "./conditions.ts";

/** Errors of a look after which the next one may succeed. */
const PASSING: ReadonlySet<string> = new Set(["device_failed", "device_busy"]);

export interface WaitService {
  /**
   * Resolves with what a request names as soon as it is there. Rejects with wait_timeout, not_possible, device_busy
   * above the limit of waits, and sandbox_not_running; with the signal's reason if the caller left.
   */
  waitFor(caller: Caller, boxId: string, body: WaitBody, signal: AbortSignal): Promise<WaitResult>;
}

interface WaitParts {
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
  pace?: { intervalMs: number; checkAccessMs: number };
}

export function createWaitService({ sandboxes, devices, pace = WAIT_LIMITS }: WaitParts): WaitService {
  const slots = new Slots(WAIT_LIMITS.perSandbox);

  return {
    async waitFor(caller, boxId, body, signal) {
      const target = await sandboxes.requireDevice(caller, boxId);
      const release = slots.take(boxId);
      if (!release)
        throw new AppError("device_busy", { sandboxId: boxId, retryAfterSeconds: DEVICE_LIMITS.retryAfterSeconds });
      try {
        const session = await devices.get(target);
        const look = lookFor({ sandboxId: boxId, kind: target.kind, session }, body);
        const endsAtMs = performance.now() + body.timeout;
        let checkedAtMs = performance.now();
        let failure: AppError | undefined;
        for (;;) {
          const found = await look().catch((error: unknown) => {
            if (!(error instanceof AppError) || !PASSING.has(error.code)) throw error;
            failure = error;
            return undefined;
          });
          signal.throwIfAborted();
          if (found) return found;
          if (performance.now() + pace.intervalMs > endsAtMs) throw timedOut(boxId, body, failure);
          await sleep(pace.intervalMs, undefined, { signal });
          if (performance.now() - checkedAtMs < pace.checkAccessMs) continue;
          // The sandbox may have stopped, or left the caller's teams.
          await sandboxes.requireDevice(caller, boxId);
          checkedAtMs = performance.now();
        }
      } finally {
        release();
      }
    },
  };
}

function timedOut(sandboxId: string, body: WaitBody, failure: AppError | undefined): AppError {
  const what = WAITED.find((name) => body[name] !== undefined) ?? "";
  const detail = failure ? `the last attempt failed: ${failure.message}` : "it was not there";
  return new AppError("wait_timeout", { sandboxId, what, timeoutS: body.timeout / 1_000, detail }, { cause: failure });
}
