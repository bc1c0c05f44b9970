import { SANDBOX_LIMIT } from "@terrarium/contract/limits";
import type { SandboxDevice } from "@terrarium/device-control/access/device-access";
import type { DeviceSessions, DeviceTarget } from "@terrarium/device-control/device/device-session";
import type { ProvidedSandbox } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, keepsAlive } from "@terrarium/platform/base/caller";
import type { Peers } from "@terrarium/platform/base/peers";
import { attemptAllAtOnce } from "@terrarium/platform/jobs/attempt-all";
import { createBackground } from "@terrarium/platform/jobs/background";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
import { createSteps } from "@terrarium/platform/telemetry/steps";
import type { Registry } from "prom-client";
import type { LastStates } from "../last-states/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import { createSandboxCreation, type CreationParts } from "./creation.ts";
import { createSandboxEnds } from "./ends.ts";
import { createSandboxLifetimes } from "./lifetimes.ts";
import { createSandboxListing, type ListRequest, type SandboxPage } from "./listing.ts";
import { notRunning } from "./not-running.ts";
import { createReconciliation } from "./reconciliation.ts";
import { newSandboxId, type SandboxAccess, type SandboxRecord } from "./sandbox.ts";
import { createSandboxStops } from "./stops.ts";
import type { SandboxStore } from "./store.ts";

/** Time for which ended sandboxes stay listed. */
const KEEP_ENDED_MS = 24 * 60 * 60_000;

export interface SandboxService extends SandboxAccess {
  /** Returns a page (from 1) of a team's sandboxes. Throws organization_not_found, rate_limited. */
  list(caller: Caller, request: ListRequest): Promise<SandboxPage>;
  /**
   * Returns a running device and its team for a caller without any access, such as a visitor of a public port. Does not
   * extend the sandbox's life. Throws like `requireDevice`.
   */
  requireOpenDevice(sandboxId: string): Promise<{ device: SandboxDevice; organizationId: string }>;
  /** Throws sandbox_not_found. */
  get(caller: Caller, sandboxId: string): Promise<SandboxRecord>;
  /**
   * Stops a running sandbox: frees its machine and keeps its stored data. A stopped one stays stopped. `isWaiting`:
   * resolves when its device has stopped. Throws sandbox_not_running, cannot_stop, provider_unavailable.
   */
  stop(caller: Caller, sandboxId: string, isWaiting: boolean): Promise<SandboxRecord>;
  /**
   * Starts a stopped sandbox. A running one stays running. Throws sandbox_not_running, budget_exceeded,
   * device_start_failed, provider_unavailable; the sandbox is stopped again then.
   */
  start(caller: Caller, sandboxId: string, isWaiting: boolean): Promise<SandboxRecord>;
  /** Extends a sandbox's life to at least this long from now. Throws sandbox_not_running, invalid_request. */
  extend(caller: Caller, sandboxId: string, lifetimeMs: number): Promise<SandboxRecord>;
  /** Ends a sandbox. An ended one does not change. */
  terminate(caller: Caller, sandboxId: string): Promise<void>;
  /** Sets the name; an empty one removes it. Throws sandbox_not_found. */
  rename(caller: Caller, organizationId: string, sandboxId: string, name: string): Promise<void>;
  /** Ends a sandbox, or permanently removes an ended one. */
  delete(caller: Caller, organizationId: string, sandboxId: string): Promise<void>;
  /**
   * Removes an organization's ended sandboxes before it is deleted. The deletion alone would remove all in one step.
   */
  clear(organizationId: string): Promise<void>;
  /** Removes the devices of sandboxes that were deleted with their organization. */
  discard(discarded: readonly ProvidedSandbox[]): Promise<void>;
  /** Ends expired sandboxes. */
  expire(): Promise<void>;
  /** Keeps a sandbox alive for a viewer, shell or the like until the returned function is called. */
  holdOpen: (sandboxId: string) => () => void;
  /** Extends the sandboxes that are watched and used on this server. */
  useHeld(): Promise<void>;
  /** Retries failed ends and stops of this server. */
  makeUp(): Promise<void>;
  /** Removes sandboxes from the lists a day after their end. */
  forget(): Promise<void>;
  /**
   * Runs at the start: adopts running devices, ends sandboxes without a device, and removes devices without a sandbox.
   */
  reconcile(): Promise<void>;
  /** Reconciles periodically, except for starting sandboxes. `anew`: as thoroughly as at the start. */
  sweep(anew?: boolean): Promise<void>;
  /**
   * Runs at the end: ends this server's starting sandboxes, and all others with their devices. Sandboxes of shared
   * providers continue.
   */
  shutdown(): Promise<void>;
  /** Returns the number of sandboxes that have not ended, by provider and state. */
  countByState: SandboxStore["countByState"];
  /** Returns the number of an organization's sandboxes that have not ended. */
  countLive: SandboxStore["countLive"];
  /** Returns the number of a team's starting and running sandboxes, and the limit. Throws organization_not_found. */
  quotaOf(caller: Caller, organizationId: string): Promise<{ count: number; limit: number }>;
}

export interface SandboxServiceParts extends Omit<
  CreationParts,
  "ends" | "background" | "takeStep" | "isShuttingDown" | "organizations"
> {
  organizations: Pick<OrganizationService, "ofCaller" | "requireMember">;
  devices: Pick<DeviceSessions, "end" | "get" | "sandboxIds">;
  lastStates: Pick<LastStates, "keep">;
  peers: Pick<Peers, "mayBeSeveral" | "isProvidedElsewhere" | "bus">;
  /** Records the duration of creations and the reasons of ends. */
  metrics: Registry;
}

export function createSandboxService(parts: SandboxServiceParts, clock: () => number = Date.now): SandboxService {
  const { store, organizations, templates, providers, devices, lastStates, plans, budgets, peers, box, log, metrics } =
    parts;
  const takeStep = createSteps(metrics, {
    work: "create sandbox",
    histogram: METRICS.sandboxCreateDuration,
  });
  const listPage = createSandboxListing(store, clock);
  const ends = createSandboxEnds(
    { store, providers, devices, lastStates, bus: peers.bus, findDevice, log, metrics },
    clock,
  );
  const stops = createSandboxStops(
    { store, providers, ends, lastStates, findDevice, replicaId: parts.replica.id, log },
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

  /** Returns the address of a running sandbox's device. */
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
      // The error must not reveal whether a foreign sandbox exists.
      throw error instanceof AppError ? new AppError("sandbox_not_found", { sandboxId }) : error;
    });
    return sandbox;
  }

  /** Throws sandbox_not_running. */
  async function deviceOf(sandbox: SandboxRecord): Promise<SandboxDevice> {
    const device = sandbox.state === "running" ? await findDevice(sandbox.id) : undefined;
    if (!device) throw notRunning((await store.find(sandbox.id)) ?? sandbox);
    return { ...device, kind: sandbox.kind, envs: sandbox.envs, workingDir: sandbox.workingDir };
  }

  /** Keeps the files of a sandbox with a device that can no longer write them. */
  async function stopStranded(sandboxId: string, detail: string, words?: string): Promise<void> {
    try {
      const sandbox = await store.find(sandboxId);
      if (sandbox?.state !== "running") return;
      log.error({ sandboxId, detail }, "stopping a sandbox whose device failed");
      const stopping = await stops.stop(sandbox, await plans.planOf(sandbox.organizationId), words);
      await stopping?.done;
    } catch (error) {
      log.error({ err: error, sandboxId }, "failed to stop a sandbox whose device failed; retrying");
    }
  }

  for (const provider of providers.all) {
    provider.onStranded?.((...told) => void stopStranded(...told));
    provider.onExit((sandboxId, detail, words) => {
      void (async () => {
        // The device may already run without a record of it.
        await stops.started(sandboxId);
        // Other servers also see the end of a device that one server stops.
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
      const device = await deviceOf(sandbox);
      if (purpose === "use" && keepsAlive(caller)) await lifetimes.use(sandbox);
      return device;
    },

    async requireOpenDevice(sandboxId) {
      const sandbox = await store.find(sandboxId);
      if (!sandbox) throw new AppError("sandbox_not_found", { sandboxId });
      return { device: await deviceOf(sandbox), organizationId: sandbox.organizationId };
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
      let sandbox = await requireVisible(caller, sandboxId);
      if (sandbox.state === "stopping") {
        await stops.stopped(sandboxId);
        sandbox = await requireVisible(caller, sandboxId);
      }
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
        // Otherwise the sandbox was stopped, started or ended meanwhile.
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
      // A stopped sandbox has no process, and a shared one runs without this server.
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
          log.error({ err: outcome.reason }, "failed to stop a device; the next server start retries");
      await background.over();
    },

    countByState: () => store.countByState(),
    countLive: (organizationId) => store.countLive(organizationId),

    async quotaOf(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      const limit = SANDBOX_LIMIT[await plans.planOf(organizationId)];
      return { count: await store.countLive(organizationId), limit };
    },
  };
}

/** States with a starting or running device. */
const USED: readonly SandboxRecord["state"][] = ["starting", "running"];
const isUsed = ({ state }: SandboxRecord): boolean => USED.includes(state);
