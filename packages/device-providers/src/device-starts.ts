import { setMaxListeners } from "node:events";
import { AppError } from "@terrarium/platform/base/app-error";
import { createLimiter } from "@terrarium/platform/base/limiter";
import type { FastifyBaseLogger } from "fastify";

/** Devices that are starting. */
export interface DeviceStarts {
  /**
   * Runs `start`. Its signal is aborted when the device is given up. If `start` fails or is given up, runs `undo`
   * (default: removes the remains), then rejects. Devices queue only behind devices of the same kind. Throws
   * provider_unavailable if too many devices are queued.
   */
  run<Device>(
    sandboxId: string,
    start: (signal: AbortSignal) => Promise<Device>,
    kind?: unknown,
    undo?: (sandboxId: string) => Promise<void>,
  ): Promise<Device>;
  /** Aborts the start of a device that was destroyed meanwhile. */
  giveUp(sandboxId: string): void;
}

interface DeviceStartsOptions {
  /** Name of the provider, for errors. */
  provider: string;
  /** Concurrent starts per kind; further starts queue. */
  atOnce: number;
  remove: (sandboxId: string) => Promise<void>;
  log: Pick<FastifyBaseLogger, "error">;
}

const MOST_WAITING = 1_000;

export function createDeviceStarts({ provider, atOnce, remove, log }: DeviceStartsOptions): DeviceStarts {
  const starting = new Map<string, AbortController>();
  const limits = new Map<unknown, ReturnType<typeof createLimiter>>();

  function limitOf(kind: unknown): ReturnType<typeof createLimiter> {
    const limit = limits.get(kind) ?? createLimiter(atOnce);
    limits.set(kind, limit);
    return limit;
  }

  return {
    async run(sandboxId, start, kind, undo = remove) {
      if (starting.size >= MOST_WAITING)
        throw new AppError("provider_unavailable", { provider, detail: "too many devices wait for their start" });
      const given = new AbortController();
      setMaxListeners(0, given.signal);
      starting.set(sandboxId, given);
      try {
        return await limitOf(kind)(async () => {
          given.signal.throwIfAborted();
          const device = await start(given.signal);
          given.signal.throwIfAborted();
          return device;
        });
      } catch (error) {
        await undo(sandboxId).catch((left: unknown) =>
          log.error({ err: left, sandboxId }, "failed to clean up after a failed device start"),
        );
        throw error;
      } finally {
        starting.delete(sandboxId);
      }
    },
    giveUp: (sandboxId) => starting.get(sandboxId)?.abort(new Error("it was destroyed while it started")),
  };
}
