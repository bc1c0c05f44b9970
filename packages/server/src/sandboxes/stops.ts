import { RESTARTED_MIN_MS, STOPPED_LIMIT_MS } from "@terrarium/contract/limits";
import type { PlanName } from "@terrarium/contract/pricing";
import type { DeviceTarget } from "@terrarium/device-control/device/device-session";
import type { DeviceProviders } from "@terrarium/device-providers/device-providers";
import type { DeviceModel, DeviceStops } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyBaseLogger } from "fastify";
import type { LastStates } from "../last-states/service.ts";
import type { SandboxEnds } from "./ends.ts";
import { endedMeanwhile, notThere, STOPPED_WORDS } from "./not-running.ts";
import type { SandboxRecord } from "./sandbox.ts";
import type { BegunSandbox, SandboxStore } from "./store.ts";

interface StopParts {
  store: Pick<SandboxStore, "find" | "markStopping" | "markStopped" | "markResuming" | "markRunning">;
  providers: Pick<DeviceProviders, "require">;
  ends: Pick<SandboxEnds, "closeSessions" | "removeDevice">;
  lastStates: Pick<LastStates, "keep">;
  findDevice: (id: string) => Promise<DeviceTarget | undefined>;
  replicaId: string;
  log: FastifyBaseLogger;
}

/** Stops sandboxes, starts them again, and recovers from interruptions of either (decision 71). */
export interface SandboxStops {
  /** Throws cannot_stop. */
  requireStops(sandbox: Pick<SandboxRecord, "provider" | "templateId">): DeviceStops;
  /**
   * Stops a running sandbox. The record comes first: from then on its device is unused and unmetered. Resolves with the
   * updated record and a promise of the device's stop. `words`: reason for the device's users.
   */
  stop(
    sandbox: SandboxRecord,
    plan: PlanName,
    words?: string,
  ): Promise<{ record: SandboxRecord; done: Promise<void> } | undefined>;
  /**
   * Starts a stopped sandbox. Resolves with a promise of its start, or undefined if it is no longer stopped. If its
   * device does not start, the sandbox is stopped again with all its data.
   */
  start(sandbox: SandboxRecord, model: DeviceModel): Promise<{ done: Promise<SandboxRecord> } | undefined>;
  /** Stops the device of a sandbox whose server ended while stopping or starting it, unless it changed since. */
  settle(sandbox: BegunSandbox): Promise<void>;
  /** Resolves when this server is not, or no longer, starting the sandbox again. Never rejects. */
  started(id: string): Promise<void>;
  /** Resolves when this server is not, or no longer, stopping the sandbox. Never rejects. */
  stopped(id: string): Promise<void>;
  /** Retries what failed. Tries everything, then rejects with the first failure. */
  makeUp(): Promise<void>;
}

const FAILED_STOP = "failed to stop a device; retrying";
/** Returns a key of one stop among those of a sandbox. */
const keyOf = ({ id, updatedAt }: BegunSandbox): string => `${id} ${updatedAt}`;
const noop = (): void => {};

/** Keeps a sandbox's work in a map until it ends. */
function follow(works: Map<string, Promise<unknown>>, id: string, work: Promise<unknown>): void {
  const over = work.then(noop, noop).then(() => void (works.get(id) === over && works.delete(id)));
  works.set(id, over);
}

export function createSandboxStops(
  { store, providers, ends, lastStates, findDevice, replicaId, log }: StopParts,
  clock: () => number,
): SandboxStops {
  /** Sandboxes with a device that could not be stopped. */
  const unsettled = new Map<string, BegunSandbox>();
  /**
   * Sandboxes with a device that is being stopped. If two stops ran at once, the later one would undo a start after the
   * first.
   */
  const settling = new Map<string, Promise<void>>();
  /** Sandboxes that this server is starting again. */
  const starting = new Map<string, Promise<unknown>>();
  /** Sandboxes that this server is stopping. */
  const stopping = new Map<string, Promise<unknown>>();

  function requireStops({ provider, templateId }: Pick<SandboxRecord, "provider" | "templateId">): DeviceStops {
    const { stops } = providers.require(provider);
    if (typeof stops === "string") throw new AppError("cannot_stop", { templateId, detail: stops });
    return stops;
  }

  function settle(sandbox: BegunSandbox): Promise<void> {
    const key = keyOf(sandbox);
    const begun = settling.get(key) ?? settleNow(sandbox).finally(() => settling.delete(key));
    settling.set(key, begun);
    return begun;
  }

  async function settleNow(sandbox: BegunSandbox): Promise<void> {
    const { id, provider, state, updatedAt } = sandbox;
    unsettled.set(keyOf(sandbox), sandbox);
    const now = await store.find(id);
    // Otherwise it ended, or another server stopped it and may have started it since.
    if (now?.state === state && now.updatedAt === updatedAt) {
      const { stops } = providers.require(provider);
      if (typeof stops !== "string") await stops.stop(id);
      await store.markStopped(id, updatedAt, clock());
    }
    unsettled.delete(keyOf(sandbox));
  }

  const settleOrOwe = (sandbox: BegunSandbox) =>
    settle(sandbox).catch((error: unknown) => log.error({ err: error, sandboxId: sandbox.id }, FAILED_STOP));

  async function stopDevice(sandbox: SandboxRecord, device: DeviceTarget | undefined, words: string): Promise<void> {
    await lastStates.keep(sandbox.id, device);
    try {
      await Promise.all([ends.closeSessions(sandbox.id, words), settle(sandbox)]);
      log.info({ sandboxId: sandbox.id }, "sandbox stopped");
    } catch (error) {
      log.error({ err: error, sandboxId: sandbox.id }, FAILED_STOP);
      throw error;
    }
  }

  async function startDevice(
    sandbox: SandboxRecord,
    model: DeviceModel,
    { remainingMs, updatedAt }: { remainingMs: number; updatedAt: number },
  ): Promise<SandboxRecord> {
    const { id } = sandbox;
    try {
      const { address } = await requireStops(sandbox).start({ ...model, sandboxId: id });
      // Each start of a sandbox needs a distinct time, whatever the clock does.
      const startedAt = Math.max(clock(), sandbox.startedAt + 1);
      const expiresAt = startedAt + Math.max(remainingMs, RESTARTED_MIN_MS, sandbox.keepAliveMs);
      const running = await store.markRunning(id, { address, startedAt, expiresAt });
      if (running) {
        log.info({ sandboxId: id }, "sandbox started again");
        return running;
      }
    } catch (error) {
      const ended = await endedMeanwhile(store, id);
      if (ended) throw ended;
      log.error({ err: error, sandboxId: id }, "device restart failed");
      await settleOrOwe({ ...sandbox, state: "resuming", updatedAt });
      if (error instanceof AppError) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      throw new AppError("device_start_failed", { detail }, { cause: error });
    }
    return giveBack(sandbox);
  }

  /** Settles the device of a sandbox that was ended or stopped during its start, according to its current record. */
  async function giveBack(sandbox: SandboxRecord): Promise<never> {
    const now = await store.find(sandbox.id);
    if (!now || now.state === "ended") await ends.removeDevice(sandbox);
    else if (now.state === "stopped") await requireStops(sandbox).stop(sandbox.id);
    throw notThere(sandbox.id, now);
  }

  return {
    requireStops,
    async stop(sandbox, plan, words = STOPPED_WORDS) {
      requireStops(sandbox);
      const device = await findDevice(sandbox.id);
      const now = clock();
      const record = await store.markStopping(sandbox.id, now, now + STOPPED_LIMIT_MS[plan], replicaId);
      if (record === undefined) return undefined;
      const done = stopDevice(record, device, words);
      follow(stopping, record.id, done);
      return { record, done };
    },
    async start(sandbox, model) {
      requireStops(sandbox);
      const { id } = sandbox;
      const now = clock();
      const resuming = await store.markResuming(id, now, replicaId);
      if (!resuming) return undefined;
      const done = startDevice(sandbox, model, { ...resuming, updatedAt: now });
      follow(starting, id, done);
      return { done };
    },
    settle,
    started: async (id) => void (await starting.get(id)),
    stopped: async (id) => void (await stopping.get(id)),
    async makeUp() {
      const outcomes = await Promise.allSettled([...unsettled.values()].map(settle));
      const failed = outcomes.find((outcome) => outcome.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}
