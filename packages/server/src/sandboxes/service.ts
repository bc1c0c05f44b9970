import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@terrarium/contract/errors";
import { DEFAULT_WORKING_DIR, DEVICE_START_TIMEOUT_MS, SANDBOX_LIMIT } from "@terrarium/contract/limits";
import type { PlanName } from "@terrarium/contract/pricing";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";
import type { Peers } from "../base/peers.ts";
import { newId } from "../db/ids.ts";
import type { AdbKey } from "../devices/adb-key.ts";
import type { DeviceSessions, DeviceTarget } from "../devices/device-session.ts";
import { asHostError } from "../disk/host-errors.ts";
import { attemptAllAtOnce } from "../jobs/attempt-all.ts";
import type { Keepsakes } from "../keepsakes/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { DeviceProviders } from "../providers/device-providers.ts";
import type { CreatedDevice, ProvidedSandbox } from "../providers/provider.ts";
import type { Replicas } from "../replicas/service.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { createSteps } from "../telemetry/steps.ts";
import { DEFAULT_TEMPLATE_ID, type TemplateService } from "../templates/service.ts";
import { createSandboxEnds, END_WORDS } from "./ends.ts";
import { createSandboxLifetimes, requireLifetime } from "./lifetimes.ts";
import { createSandboxListing, type ListRequest, type SandboxPage } from "./listing.ts";
import { createReconciliation } from "./reconciliation.ts";
import { PHONE } from "./rows.ts";
import type { SandboxAccess, SandboxRecord } from "./sandbox.ts";
import { createSandboxStops, STOPPED_WORDS } from "./stops.ts";
import type { SandboxStore } from "./store.ts";
import { deviceTypeOf } from "./wire.ts";

type Template = Awaited<ReturnType<TemplateService["get"]>>;
/** What was asked for, by whom who may. */
type CheckedRequest = Parameters<SandboxAccess["create"]>[1] & { organizationId: string; templateId: string };

const START_POLL_MS = 100;
/** Why one that has not ended cannot be used. */
const STATE_WORDS = {
  starting: "its device is still starting",
  running: "its device is not there",
  stopping: "it is being stopped",
  stopped: STOPPED_WORDS,
  resuming: "its device is still starting",
} as const;
/** Why a device was not started that are told to the caller as they are. */
const STARTLESS: ReadonlySet<ErrorCode> = new Set(["no_space", "provider_unavailable"]);
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

export interface SandboxServiceParts {
  store: SandboxStore;
  organizations: Pick<OrganizationService, "requireMember" | "defaultFor">;
  templates: Pick<TemplateService, "get" | "ofProvider">;
  providers: DeviceProviders;
  devices: Pick<DeviceSessions, "end">;
  keepsakes: Pick<Keepsakes, "keep">;
  adbKeys: { take(): Promise<AdbKey> };
  box: SecretBox;
  /** How much virtual devices can store. */
  deviceStorageMb: number;
  /** Which plan's limits hold for an organization. */
  plans: { planOf(organizationId: string): Promise<PlanName> };
  /** Throws budget_exceeded. */
  budgets: { requireWithinBudget(organizationId: string): Promise<void> };
  peers: Pick<Peers, "mayBeSeveral" | "bus">;
  /** Tells this server from others, and from itself before. */
  replica: Pick<Replicas, "id" | "beSeen">;
  log: FastifyBaseLogger;
  /** Takes note of how long creating takes and why sandboxes end. */
  metrics: Registry;
}

/** An id for a sandbox that is to be made. */
export const newSandboxId = (now: number): string => newId("sbx", now);

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
  const { end, removeDevice } = ends;
  const stops = createSandboxStops(
    { store, providers, ends, keepsakes, findDevice, replicaId: parts.replica.id, log },
    clock,
  );
  const lifetimes = createSandboxLifetimes({ store, plans, log }, clock);
  const reconciliation = createReconciliation({ store, providers, ends, stops, peers, log }, clock);
  /** Those whose device this server starts now. */
  const starting = new Set<string>();
  /** What goes on although nobody waits for it. */
  const background = new Set<Promise<unknown>>();
  let shuttingDown = false;

  /** How to reach the device of a running sandbox. */
  async function findDevice(sandboxId: string): Promise<DeviceTarget | undefined> {
    const device = await store.findDevice(sandboxId);
    return device && { sandboxId, address: device.address, adbPrivateKeyPem: box.open(device.adbKeySealed, sandboxId) };
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

  const notRunning = ({ id, state, endReason }: SandboxRecord) => {
    const reason = endReason ? END_WORDS[endReason] : state === "ended" ? undefined : STATE_WORDS[state];
    return new AppError("sandbox_not_running", { sandboxId: id, reason });
  };

  /** Nobody waits for it; whoever does it has told of its failure. */
  function leave(work: Promise<unknown>): void {
    const over = work.catch(() => undefined).finally(() => background.delete(over));
    background.add(over);
  }

  /** Whether it was recorded is not known if the database fails: then it is ended later. */
  async function insert(...[limit, sandbox, reusedLabels]: Parameters<SandboxStore["insertWithin"]>) {
    try {
      return await store.insertWithin(limit, sandbox, reusedLabels);
    } catch (error) {
      await endOrOwe(sandbox, "start_failed");
      throw error;
    }
  }

  /** Records that the device of a starting sandbox is ready, unless it was ended meanwhile. */
  async function begin(sandbox: ProvidedSandbox, device: CreatedDevice, lifetimeMs: number): Promise<SandboxRecord> {
    const { id } = sandbox;
    const { address, screen, adbPrivateKeyPem, osVersion } = device;
    const adbKeySealed = adbPrivateKeyPem === undefined ? undefined : box.seal(adbPrivateKeyPem, id);
    const startedAt = clock();
    const expiresAt = startedAt + lifetimeMs;
    const running = await store.markRunning(id, { address, screen, osVersion, adbKeySealed, startedAt, expiresAt });
    if (running) return running;
    await removeDevice(sandbox);
    const ended = await store.find(id);
    throw ended ? notRunning(ended) : new AppError("sandbox_not_found", { sandboxId: id });
  }

  /** Starts the device of a sandbox that was recorded. Throws device_start_failed, STARTLESS, or what `begin` does. */
  async function start(id: string, { provider, model }: Template, key: AdbKey, lifetimeMs: number) {
    const sandbox = { id, provider };
    starting.add(id);
    try {
      const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = key;
      const device = await takeStep("device", { provider }, () =>
        providers.require(provider).create({ ...model, sandboxId: id, authorizedKey, adbPrivateKeyPem }),
      );
      return await takeStep("record ready", { provider }, () => begin(sandbox, device, lifetimeMs));
    } catch (error) {
      if (error instanceof AppError && !STARTLESS.has(error.code)) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      log.error({ err: error, sandboxId: id }, "device start failed");
      await end(sandbox, "start_failed");
      if (error instanceof AppError) throw error;
      throw asHostError(error) ?? new AppError("device_start_failed", { detail }, { cause: error });
    } finally {
      starting.delete(id);
    }
  }

  /** Throws no_space, template_unavailable, or provider_unavailable. */
  async function requireUsable(template: Template, templateId: string): Promise<void> {
    await providers.require(template.provider).requireRoom();
    const missing = await providers.missingFor(template);
    if (missing.length > 0) throw new AppError("template_unavailable", { templateId, detail: missing.join("; ") });
  }

  /** One that starts, when it runs; undefined if it does not come to that. Throws start_timeout. */
  async function untilRunning(sandbox: SandboxRecord, timeoutMs: number): Promise<SandboxRecord | undefined> {
    const deadline = performance.now() + timeoutMs;
    for (let now: SandboxRecord | undefined = sandbox; now; now = await store.find(sandbox.id)) {
      if (now.state === "running") return now;
      if (now.state !== "starting") return undefined;
      if (performance.now() > deadline) throw new AppError("start_timeout", { timeoutS: timeoutMs / 1000 });
      await sleep(START_POLL_MS);
    }
    return undefined;
  }

  /** Waits for a device to be ready; if it is not in time, the sandbox is removed as if it had never been. */
  async function inTime(
    sandbox: ProvidedSandbox,
    started: Promise<SandboxRecord>,
    timeoutMs: number,
  ): Promise<SandboxRecord> {
    const over = new AbortController();
    const late = sleep(timeoutMs, undefined, { signal: over.signal }).catch(() => undefined);
    const first = await Promise.race([started, late]).finally(() => over.abort());
    // It may have become ready just now.
    if (first || !(await store.deleteStarting(sandbox.id))) return started;
    leave(started);
    log.info({ sandboxId: sandbox.id, timeoutMs }, "sandbox given up: its device was not ready in time");
    await removeDevice(sandbox);
    throw new AppError("start_timeout", { timeoutS: timeoutMs / 1000 });
  }

  /** What is answered in place of a new one. */
  async function reuse(sandbox: SandboxRecord, request: CheckedRequest): Promise<SandboxRecord | undefined> {
    if (request.wait === false) return sandbox;
    return untilRunning(sandbox, request.timeoutMs ?? DEVICE_START_TIMEOUT_MS);
  }

  /** Creates a sandbox, or answers one that has the labels that were given. */
  async function createOrReuse(template: Template, limit: number, request: CheckedRequest): Promise<SandboxRecord> {
    const { organizationId, reusedLabels } = request;
    for (;;) {
      const found = reusedLabels && (await store.findLabelled(organizationId, reusedLabels));
      const made = found ?? (await createFrom(template, limit, request));
      const answer = "reused" in made ? made.reused : made;
      if (!found && answer === made) return answer;
      const reused = await reuse(answer, request);
      if (reused) return reused;
    }
  }

  /**
   * Records a sandbox and starts its device; if meanwhile another was recorded that has its labels, answers that one.
   * Throws organization_not_found, sandbox_limit, shutting_down, what `requireUsable`, `start` and `inTime` do.
   */
  async function createFrom(
    template: Template,
    limit: number,
    request: CheckedRequest,
  ): Promise<SandboxRecord | { reused: SandboxRecord }> {
    const { provider, model } = template;
    const { organizationId, templateId, lifetimeMs, metadata, name = "" } = request;
    const { envs = {}, workingDir = DEFAULT_WORKING_DIR, keepAliveMs = 0, wait = true, timeoutMs } = request;
    await takeStep("room", { provider }, () => requireUsable(template, templateId));
    const adbKey = await takeStep("key", { provider }, () => parts.adbKeys.take());
    await parts.replica.beSeen();
    const now = clock();
    const id = request.id ?? newSandboxId(now);
    const { cpu, memoryMb, widthPx, heightPx } = model;
    const row = {
      id,
      organizationId,
      name: name === "" ? null : name,
      templateId,
      templateName: model.name,
      provider,
      cpu,
      memoryMb,
      widthPx,
      heightPx,
      metadata,
      envs,
      workingDir,
      keepAliveMs,
      osVersion: releaseOf(model),
      storageMb: model.redroid?.storageMb ?? parts.deviceStorageMb,
      createdAt: now,
      startedAt: now,
      updatedAt: now,
      expiresAt: now + lifetimeMs,
      adbKeySealed: box.seal(adbKey.privateKeyPem, id),
      replicaId: parts.replica.id,
    };
    const outcome = await takeStep("record", { provider }, () => insert(limit, row, request.reusedLabels));
    if (typeof outcome === "object") return outcome;
    if (outcome === "no-organization") throw new AppError("organization_not_found", { organizationId });
    if (outcome === "limit") throw new AppError("sandbox_limit", { limit });
    log.info({ sandboxId: id, organizationId, templateId, lifetimeMs }, "sandbox created");
    if (shuttingDown) {
      await end({ id, provider }, "shutdown");
      throw new AppError("shutting_down");
    }
    const started = start(id, template, adbKey, lifetimeMs);
    if (wait) return timeoutMs === undefined ? started : inTime({ id, provider }, started, timeoutMs);
    leave(started);
    return { ...row, state: "starting", endedAt: null, endReason: null };
  }

  /** Throws device_type_unavailable. */
  async function chooseTemplate(request: Parameters<SandboxAccess["create"]>[1], organizationId: string) {
    const { templateId, deviceType } = request;
    const mayUse = (template: Template) =>
      template.organizationId === undefined || template.organizationId === organizationId;
    if (templateId === undefined && deviceType === "physical") {
      const detail = "no phone is attached to this server for your team";
      const physical = (await templates.ofProvider("adb")).find(mayUse);
      if (!physical) throw new AppError("device_type_unavailable", { deviceType, detail });
      return physical;
    }
    const template = await templates.get(templateId ?? DEFAULT_TEMPLATE_ID);
    // Whether there are phones of another team is nobody's business.
    if (!mayUse(template)) throw new AppError("template_not_found", { templateId });
    if (deviceType !== undefined && deviceTypeOf(template) !== deviceType) {
      const detail = `template ${template.id} has ${deviceTypeOf(template)} ones`;
      throw new AppError("device_type_unavailable", { deviceType, detail });
    }
    return template;
  }

  /** An end that cannot be recorded now, as on a full disk, does not keep the server from starting. */
  const endOrOwe: typeof end = (sandbox, ...how) =>
    end(sandbox, ...how).catch((error: unknown) =>
      log.error({ err: error, sandboxId: sandbox.id }, "the end of a sandbox could not be recorded; trying again"),
    );

  for (const provider of providers.all) {
    provider.onExit((sandboxId, detail, words) => {
      void (async () => {
        // Other servers hear of devices that one stops.
        const known = await store.find(sandboxId).catch(() => undefined);
        if (known && !isUsed(known)) return;
        log.warn({ sandboxId, detail }, "device ended by itself");
        await endOrOwe({ id: sandboxId, provider: provider.name }, "crash", { words });
      })();
    });
  }

  return {
    async create(caller, request) {
      if (shuttingDown) throw new AppError("shutting_down");
      if (request.organizationId !== undefined) await organizations.requireMember(caller, request.organizationId);
      const organizationId = request.organizationId ?? (await organizations.defaultFor(caller));
      const plan = await plans.planOf(organizationId);
      requireLifetime(request.lifetimeMs, plan);
      if (request.keepAliveMs) requireLifetime(request.keepAliveMs, plan, "config.keepAlive");
      await budgets.requireWithinBudget(organizationId);
      const template = await chooseTemplate(request, organizationId);
      const { provider, id: templateId } = template;
      return takeStep("all", { provider }, () =>
        createOrReuse(template, SANDBOX_LIMIT[plan], { ...request, templateId, organizationId }),
      );
    },

    async findRunning(sandboxId) {
      const sandbox = await store.find(sandboxId);
      return sandbox?.state === "running" ? sandbox : undefined;
    },

    async requireDevice(caller, sandboxId, purpose = "use") {
      const sandbox = await requireVisible(caller, sandboxId);
      const device = sandbox.state === "running" ? await findDevice(sandboxId) : undefined;
      if (!device) throw notRunning((await store.find(sandboxId)) ?? sandbox);
      if (purpose === "use") await lifetimes.use(sandbox);
      return { ...device, envs: sandbox.envs, workingDir: sandbox.workingDir };
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
        leave(stopping.done);
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
      if (resuming) leave(resuming.done);
      return requireVisible(caller, sandboxId);
    },

    async extend(caller, sandboxId, lifetimeMs) {
      const sandbox = await requireVisible(caller, sandboxId);
      if (sandbox.state !== "running" && sandbox.state !== "stopped") throw notRunning(sandbox);
      return lifetimes.extend(sandbox, lifetimeMs);
    },

    async terminate(caller, sandboxId) {
      const sandbox = await requireVisible(caller, sandboxId);
      await end(sandbox, "user");
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
      await (sandbox.state === "ended" ? store.delete(sandboxId) : end(sandbox, "user"));
    },

    async discard(discarded) {
      await Promise.all(discarded.map((sandbox) => ends.closeDevice(sandbox, "its team was disbanded")));
    },

    async expire() {
      await attemptAllAtOnce(await store.listExpired(clock()), (sandbox) => end(sandbox, "expiry"));
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
        !isUsed(sandbox) || (!staysBehind(sandbox) && !starting.has(sandbox.id));
      const live = await store.listLive();
      await Promise.all(live.filter((sandbox) => !livesOn(sandbox)).map((sandbox) => endOrOwe(sandbox, "shutdown")));
      const changing = live.filter(({ state }) => state === "stopping" || state === "resuming").filter(staysBehind);
      const settled = await Promise.allSettled(changing.map((sandbox) => stops.settle(sandbox)));
      for (const outcome of settled)
        if (outcome.status === "rejected")
          log.error({ err: outcome.reason }, "a device could not be stopped; the next start of the server tries again");
      await Promise.all(background);
    },

    countByState: () => store.countByState(),

    async quotaOf(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      const limit = SANDBOX_LIMIT[await plans.planOf(organizationId)];
      return { count: await store.countLive(organizationId), limit };
    },
  };
}

/** Whether it has a device that starts or runs. */
const isUsed = ({ state }: SandboxRecord): boolean => state === "starting" || state === "running";

/** Android's release, where the template's image says it. */
const releaseOf = ({ image }: Template["model"]): string => /redroid:(\d+)/.exec(image ?? "")?.[1] ?? PHONE.osVersion;
