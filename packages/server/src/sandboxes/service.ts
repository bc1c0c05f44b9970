import { SANDBOX_LIMIT } from "@terrarium/contract/limits";
import type { Registry } from "prom-client";
import { AppError } from "../base/app-error.ts";
import { type Caller, keepsAlive } from "../base/caller.ts";
import type { Peers } from "../base/peers.ts";
import type { DeviceSessions, DeviceTarget } from "../devices/device-session.ts";
import { attemptAllAtOnce } from "../jobs/attempt-all.ts";
import { createBackground } from "../jobs/background.ts";
import type { Keepsakes } from "../keepsakes/service.ts";
import type { ProvidedSandbox } from "../providers/provider.ts";
import { createSteps } from "../telemetry/steps.ts";
import { createSandboxCreation, type CreationParts } from "./creation.ts";
import { createSandboxEnds } from "./ends.ts";
import { createSandboxLifetimes } from "./lifetimes.ts";
import { createSandboxListing, type ListRequest, type SandboxPage } from "./listing.ts";
import { notRunning } from "./not-running.ts";
import { createReconciliation } from "./reconciliation.ts";
import { newSandboxId, type SandboxAccess, type SandboxRecord } from "./sandbox.ts";
import { createSandboxStops } from "./stops.ts";
import type { SandboxStore } from "./store.ts";

/** How long ended sandboxes stay listed. */
const KEEP_ENDED_MS = 24 * 60 * 60_000;

export interface SandboxService extends SandboxAccess {
  /** A page (from 1) of a team's sandboxes. Throws organization_not_found, rate_limited. */
  list(caller: Caller, request: ListRequest): Promise<SandboxPage>;
  /** Throws sandbox_not_found. */
  get(caller: Caller, sandboxId: string): Promise<SandboxRecord>;
  /**
   * Frees the machine of one that runs and keeps what its device stored; one that is stopped stays so. `isWaiting`:
   * resolves when its device has stopped. Throws sandbox_not_running, cannot_stop, provider_unavailable.
   */
  stop(caller: Caller, sandboxId: string, isWaiting: boolean): Promise<SandboxRecord>;
  /**
   * Starts one that is stopped; one that runs stays so. Throws sandbox_not_running, budget_exceeded, device_start_failed,
   * provider_unavailable: then it is stopped as before.
   */
  start(caller: Caller, sandboxId: string, isWaiting: boolean): Promise<SandboxRecord>;
  /** Lets one live for at least so long from now. Throws sandbox_not_running, invalid_request. */
  extend(caller: Caller, sandboxId: string, lifetimeMs: number): Promise<SandboxRecord>;
  /** Ends a sandbox; one that has ended stays as it is. */
  terminate(caller: Caller, sandboxId: string): Promise<void>;
  /** An empty name takes the name away. Throws sandbox_not_found. */
  rename(caller: Caller, organizationId: string, sandboxId: string, name: string): Promise<void>;
  /** Ends a sandbox, or removes one that has ended for good. */
  delete(caller: Caller, organizationId: string, sandboxId: string): Promise<void>;
  /** Removes those of an organization that have ended, before it is deleted: that would remove all at once. */
  clear(organizationId: string): Promise<void>;
  /** Removes the devices of sandboxes that are gone together with their organization. */
  discard(discarded: readonly ProvidedSandbox[]): Promise<void>;
  /** Ends those whose lifetime is over. */
  expire(): Promise<void>;
  /** A viewer, a shell or the like keeps a sandbox until the returned function is called. */
  holdOpen: (sandboxId: string) => () => void;
  /** Keeps those alive that are watched and used on this server. */
  useHeld(): Promise<void>;
  /** Ends and stops those that this server could not before. */
  makeUp(): Promise<void>;
  /** Removes those that ended a day ago from the lists. */
  forget(): Promise<void>;
  /** At the start: adopts devices that still run, ends sandboxes whose device is gone, and devices without a sandbox. */
  reconcile(): Promise<void>;
  /** The same now and then, but for what starts; `anew`: as thoroughly as at the start. */
  sweep(anew?: boolean): Promise<void>;
  /** At the end: ends what starts here, and every sandbox and its device but those of shared providers, which live on. */
  shutdown(): Promise<void>;
  /** How many there are that have not ended, by provider and state. */
  countByState: SandboxStore["countByState"];
  /** How many of a team start or run, and how many may. Throws organization_not_found. */
  quotaOf(caller: Caller, organizationId: string): Promise<{ count: number; limit: number }>;
}

export interface SandboxServiceParts extends Omit<
  CreationParts,
  "ends" | "background" | "takeStep" | "isShuttingDown"
> {
  devices: Pick<DeviceSessions, "end" | "get" | "sandboxIds">;
  keepsakes: Pick<Keepsakes, "keep">;
  peers: Pick<Peers, "mayBeSeveral" | "isProvidedElsewhere" | "bus">;
  /** Takes note of how long creating takes and why sandboxes end. */
  metrics: Registry;
}

export function createSandboxService(parts: SandboxServiceParts, clock: () => number = Date.now): SandboxService {
  const { store, organizations, templates, providers, devices, keepsakes, plans, budgets, peers, box, log, metrics } =
    parts;
  const takeStep = createSteps(metrics, {
    work: "create sandbox",
    histogram: "terrarium_sandbox_create_duration_seconds",
    help: "Time to create a sandbox, by step; all: until its device answers",
    labelNames: ["provider"],
  });
  const listPage = createSandboxListing(store, clock);
  const ends = createSandboxEnds(
    { store, providers, devices, keepsakes, bus: peers.bus, findDevice, log, metrics },
    clock,
  );
  const stops = createSandboxStops(
    { store, providers, ends, keepsakes, findDevice, replicaId: parts.replica.id, log },
    clock,
  );
  const lifetimes = createSandboxLifetimes({ store, plans, log }, clock);
  const reconciliation = createReconciliation({ store, providers, ends, stops, peers, log }, clock);
  const background = createBackground();
  let shuttingDown = false;
  const creation = createSandboxCreation(
    { ...parts, ends, background, takeStep, isShuttingDown: () => shuttingDown },
    clock,
  );

  /** How to reach the device of a running sandbox. */
  async function findDevice(sandboxId: string): Promise<DeviceTarget | undefined> {
    const device = await store.findDevice(sandboxId);
    if (!device) return undefined;
    const { address, adbKeySealed, organizationId: team } = device;
    return { sandboxId, address, team, adbPrivateKeyPem: box.open(adbKeySealed, sandboxId) };
  }

  async function requireVisible(caller: Caller, sandboxId: string): Promise<SandboxRecord> {
    const sandbox = await store.find(sandboxId);
    const isElsewhere = caller.kind === "box-token" && caller.sandboxId !== sandboxId;
    if (!sandbox || isElsewhere) throw new AppError("sandbox_not_found", { sandboxId });
    if (caller.kind === "box-token") return sandbox;
    await organizations.requireMember(caller, sandbox.organizationId).catch((error: unknown) => {
      // Whether a foreign sandbox exists is nobody's business.
      throw error instanceof AppError ? new AppError("sandbox_not_found", { sandboxId }) : error;
    });
    return sandbox;
  }

  /** Keeps the files of a sandbox whose device cannot write them any more. */
  async function stopStranded(sandboxId: string, detail: string, words?: string): Promise<void> {
    try {
      const sandbox = await store.find(sandboxId);
      if (sandbox?.state !== "running") return;
      log.error({ sandboxId, detail }, "stopping a sandbox whose device failed");
      const stopping = await stops.stop(sandbox, await plans.planOf(sandbox.organizationId), words);
      await stopping?.done;
    } catch (error) {
      log.error({ err: error, sandboxId }, "a sandbox whose device failed could not be stopped; trying again");
    }
  }

  for (const provider of providers.all) {
    provider.onStranded?.((...told) => void stopStranded(...told));
    provider.onExit((sandboxId, detail, words) => {
      void (async () => {
        // It may have run already, and not be recorded yet.
        await stops.started(sandboxId);
        // Other servers hear of devices that one stops.
        const known = await store.find(sandboxId).catch(() => undefined);
        if (known && !isUsed(known)) return;
        log.warn({ sandboxId, detail }, "device ended by itself");
        const sandbox = { id: sandboxId, provider: provider.name };
        await ends.endOrOwe(sandbox, "crash", { words, onlyIf: { states: USED } });
      })();
    });
  }

  return {
    create: creation.create,

    newId: () => newSandboxId(clock()),

    async findRunning(sandboxId) {
      const sandbox = await store.find(sandboxId);
      return sandbox?.state === "running" ? sandbox : undefined;
    },

    async requireDevice(caller, sandboxId, purpose = "use") {
      const sandbox = await requireVisible(caller, sandboxId);
      const device = sandbox.state === "running" ? await findDevice(sandboxId) : undefined;
      if (!device) throw notRunning((await store.find(sandboxId)) ?? sandbox);
      if (purpose === "use" && keepsAlive(caller)) await lifetimes.use(sandbox);
      return { ...device, kind: sandbox.kind, envs: sandbox.envs, workingDir: sandbox.workingDir };
    },

    holdOpen: lifetimes.hold,

    async list(caller, request) {
      await organizations.requireMember(caller, request.organizationId);
      return listPage(request);
    },

    get: requireVisible,

    async stop(caller, sandboxId, isWaiting) {
      const sandbox = await requireVisible(caller, sandboxId);
      if (sandbox.state === "stopping" || sandbox.state === "stopped") return sandbox;
      if (sandbox.state !== "running") throw notRunning(sandbox);
      const stopping = await stops.stop(sandbox, await plans.planOf(sandbox.organizationId));
      if (!stopping) throw notRunning(await requireVisible(caller, sandboxId));
      if (!isWaiting) {
        background.leave(stopping.done);
        return stopping.record;
      }
      await stopping.done;
      return requireVisible(caller, sandboxId);
    },

    async start(caller, sandboxId, isWaiting) {
      if (shuttingDown) throw new AppError("shutting_down");
      const sandbox = await requireVisible(caller, sandboxId);
      if (sandbox.state === "running" || sandbox.state === "resuming") return sandbox;
      if (sandbox.state !== "stopped") throw notRunning(sandbox);
      await budgets.requireWithinBudget(sandbox.organizationId);
      const { model } = await templates.get(sandbox.templateId);
      const { templateName: name, cpu, memoryMb, widthPx, heightPx } = sandbox;
      await parts.replica.beSeen();
      const resuming = await stops.start(sandbox, { ...model, name, cpu, memoryMb, widthPx, heightPx });
      if (resuming && isWaiting) return resuming.done;
      if (resuming) background.leave(resuming.done);
      return requireVisible(caller, sandboxId);
    },

    async extend(caller, sandboxId, lifetimeMs) {
      for (;;) {
        const sandbox = await requireVisible(caller, sandboxId);
        if (sandbox.state !== "running" && sandbox.state !== "stopped") throw notRunning(sandbox);
        const extended = await lifetimes.extend(sandbox, lifetimeMs);
        // Else it was stopped, started or ended meanwhile.
        if (extended.state === sandbox.state) return extended;
      }
    },

    async terminate(caller, sandboxId) {
      const sandbox = await requireVisible(caller, sandboxId);
      await ends.end(sandbox, "user");
    },

    async rename(caller, organizationId, sandboxId, name) {
      await organizations.requireMember(caller, organizationId);
      const isRenamed = await store.rename(organizationId, sandboxId, name === "" ? null : name);
      if (!isRenamed) throw new AppError("sandbox_not_found", { sandboxId });
    },

    async delete(caller, organizationId, sandboxId) {
      await organizations.requireMember(caller, organizationId);
      const sandbox = await store.find(sandboxId);
      if (sandbox?.organizationId !== organizationId) throw new AppError("sandbox_not_found", { sandboxId });
      await (sandbox.state === "ended" ? store.delete(sandboxId) : ends.end(sandbox, "user"));
    },

    clear: (organizationId) => store.deleteEndedOf(organizationId),

    async discard(discarded) {
      await Promise.all(discarded.map((sandbox) => ends.closeDevice(sandbox, "its team was disbanded")));
    },

    async expire() {
      const now = clock();
      const onlyIf = { states: ["running", "stopped"], expiredBy: now } as const;
      await attemptAllAtOnce(await store.listExpired(now), (sandbox) => ends.end(sandbox, "expiry", { onlyIf }));
    },

    useHeld: () => lifetimes.useHeld(),

    async makeUp() {
      await attemptAllAtOnce([ends, stops], (owed) => owed.makeUp());
    },

    forget: () => store.deleteEndedBefore(clock() - KEEP_ENDED_MS),

    reconcile: () => reconciliation.begin(),

    sweep: (anew) => reconciliation.sweep(anew),

    async shutdown() {
      shuttingDown = true;
      // What is stopped has no process, and what is shared goes on without this server.
      const staysBehind = ({ provider }: SandboxRecord) => providers.find(provider)?.shared === false;
      const livesOn = (sandbox: SandboxRecord) =>
        !isUsed(sandbox) || (!staysBehind(sandbox) && !creation.isStarting(sandbox.id));
      const live = await store.listLive();
      await Promise.all(
        live.filter((sandbox) => !livesOn(sandbox)).map((sandbox) => ends.endOrOwe(sandbox, "shutdown")),
      );
      const changing = live.filter(({ state }) => state === "stopping" || state === "resuming").filter(staysBehind);
      const settled = await Promise.allSettled(changing.map((sandbox) => stops.settle(sandbox)));
      for (const outcome of settled)
        if (outcome.status === "rejected")
          log.error({ err: outcome.reason }, "a device could not be stopped; the next start of the server tries again");
      await background.over();
    },

    countByState: () => store.countByState(),

    async quotaOf(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      const limit = SANDBOX_LIMIT[await plans.planOf(organizationId)];
      return { count: await store.countLive(organizationId), limit };
    },
  };
}

/** Those that have a device that starts or runs. */
const USED: readonly SandboxRecord["state"][] = ["starting", "running"];
const isUsed = ({ state }: SandboxRecord): boolean => USED.includes(state);
