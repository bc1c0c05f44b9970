import type { ErrorCode } from "@terrarium/contract/errors";
import { DEFAULT_WORKING_DIR, SANDBOX_LIMIT, SESSION_LIMIT_MS } from "@terrarium/contract/limits";
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
import { createSandboxListing, type ListRequest, type SandboxPage } from "./listing.ts";
import { createReconciliation } from "./reconciliation.ts";
import type { SandboxAccess, SandboxRecord } from "./sandbox.ts";
import type { SandboxStore } from "./store.ts";

type Template = Awaited<ReturnType<TemplateService["get"]>>;
/** What was asked for, by whom who may. */
type CheckedRequest = Parameters<SandboxAccess["create"]>[1] & { organizationId: string; templateId: string };

const MIN_LIFETIME_MS = 1_000;
/** Why a device was not started that are told to the caller as they are. */
const STARTLESS: ReadonlySet<ErrorCode> = new Set(["no_space", "provider_unavailable"]);
/** How long ended sandboxes stay listed. */
const KEEP_ENDED_MS = 24 * 60 * 60_000;

export interface SandboxService extends SandboxAccess {
  /** A page (from 1) of a team's sandboxes. Throws organization_not_found, rate_limited. */
  list(caller: Caller, request: ListRequest): Promise<SandboxPage>;
  /** Throws sandbox_not_found. */
  get(caller: Caller, sandboxId: string): Promise<SandboxRecord>;
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
  /** Ends those that this server could not end before. */
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
  templates: Pick<TemplateService, "get">;
  providers: DeviceProviders;
  devices: Pick<DeviceSessions, "end">;
  keepsakes: Pick<Keepsakes, "keep">;
  adbKeys: { take(): Promise<AdbKey> };
  box: SecretBox;
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
  const reconciliation = createReconciliation({ store, providers, ends, peers, log }, clock);
  /** Those whose device this server starts now. */
  const starting = new Set<string>();
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

  const notRunning = (sandbox: SandboxRecord) => {
    const reason = sandbox.endReason ? END_WORDS[sandbox.endReason] : "its device is still starting";
    return new AppError("sandbox_not_running", { sandboxId: sandbox.id, reason });
  };

  /** Whether it was recorded is not known if the database fails: then it is ended later. */
  async function insert(...[limit, sandbox]: Parameters<SandboxStore["insertWithin"]>) {
    try {
      return await store.insertWithin(limit, sandbox);
    } catch (error) {
      await endOrOwe(sandbox, "start_failed");
      throw error;
    }
  }

  /** Records that the device of a starting sandbox is ready, unless it was ended meanwhile. */
  async function begin(sandbox: ProvidedSandbox, device: CreatedDevice, lifetimeMs: number): Promise<SandboxRecord> {
    const { id } = sandbox;
    const { address, screen, adbPrivateKeyPem } = device;
    const adbKeySealed = adbPrivateKeyPem === undefined ? undefined : box.seal(adbPrivateKeyPem, id);
    const startedAt = clock();
    const expiresAt = startedAt + lifetimeMs;
    const running = await store.markRunning(id, { address, screen, adbKeySealed, startedAt, expiresAt });
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

  /** Records a sandbox and starts its device. Throws organization_not_found, sandbox_limit, shutting_down, what `requireUsable` and `start` do. */
  async function createFrom(template: Template, limit: number, request: CheckedRequest): Promise<SandboxRecord> {
    const { provider, model } = template;
    const { organizationId, templateId, lifetimeMs, metadata, name = "" } = request;
    const { envs = {}, workingDir = DEFAULT_WORKING_DIR, keepAliveMs = 0 } = request;
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
      createdAt: now,
      startedAt: now,
      updatedAt: now,
      expiresAt: now + lifetimeMs,
      adbKeySealed: box.seal(adbKey.privateKeyPem, id),
      replicaId: parts.replica.id,
    };
    const outcome = await takeStep("record", { provider }, () => insert(limit, row));
    if (outcome === "no-organization") throw new AppError("organization_not_found", { organizationId });
    if (outcome === "limit") throw new AppError("sandbox_limit", { limit });
    log.info({ sandboxId: id, organizationId, templateId, lifetimeMs }, "sandbox created");
    if (shuttingDown) {
      await end({ id, provider }, "shutdown");
      throw new AppError("shutting_down");
    }
    return start(id, template, adbKey, lifetimeMs);
  }

  /** An end that cannot be recorded now, as on a full disk, does not keep the server from starting. */
  const endOrOwe: typeof end = (sandbox, ...how) =>
    end(sandbox, ...how).catch((error: unknown) =>
      log.error({ err: error, sandboxId: sandbox.id }, "the end of a sandbox could not be recorded; trying again"),
    );

  for (const provider of providers.all) {
    provider.onExit((sandboxId, detail, words) => {
      log.warn({ sandboxId, detail }, "device ended by itself");
      void endOrOwe({ id: sandboxId, provider: provider.name }, "crash", { words });
    });
  }

  return {
    async create(caller, { templateId = DEFAULT_TEMPLATE_ID, lifetimeMs, ...request }) {
      if (shuttingDown) throw new AppError("shutting_down");
      if (request.organizationId !== undefined) await organizations.requireMember(caller, request.organizationId);
      const organizationId = request.organizationId ?? (await organizations.defaultFor(caller));
      const plan = await plans.planOf(organizationId);
      requireLifetime(lifetimeMs, plan);
      await budgets.requireWithinBudget(organizationId);
      const template = await templates.get(templateId);
      // Whether there are phones of another team is nobody's business.
      if (template.organizationId !== undefined && template.organizationId !== organizationId)
        throw new AppError("template_not_found", { templateId });
      const { provider } = template;
      return takeStep("all", { provider }, () =>
        createFrom(template, SANDBOX_LIMIT[plan], { ...request, templateId, organizationId, lifetimeMs }),
      );
    },

    async findRunning(sandboxId) {
      const sandbox = await store.find(sandboxId);
      return sandbox?.state === "running" ? sandbox : undefined;
    },

    async requireDevice(caller, sandboxId) {
      const sandbox = await requireVisible(caller, sandboxId);
      const device = sandbox.state === "running" ? await findDevice(sandboxId) : undefined;
      if (!device) throw notRunning((await store.find(sandboxId)) ?? sandbox);
      return { ...device, envs: sandbox.envs, workingDir: sandbox.workingDir };
    },

    async list(caller, request) {
      await organizations.requireMember(caller, request.organizationId);
      return listPage(request);
    },

    get: requireVisible,

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

    makeUp: () => ends.makeUp(),

    forget: () => store.deleteEndedBefore(clock() - KEEP_ENDED_MS),

    reconcile: () => reconciliation.begin(),

    sweep: (anew) => reconciliation.sweep(anew),

    async shutdown() {
      shuttingDown = true;
      const livesOn = ({ id, provider }: SandboxRecord) =>
        providers.find(provider)?.shared !== false && !starting.has(id);
      const ending = (await store.listLive()).filter((sandbox) => !livesOn(sandbox));
      await Promise.all(ending.map((sandbox) => endOrOwe(sandbox, "shutdown")));
    },

    countByState: () => store.countByState(),

    async quotaOf(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      const limit = SANDBOX_LIMIT[await plans.planOf(organizationId)];
      return { count: await store.countLive(organizationId), limit };
    },
  };
}

function requireLifetime(lifetimeMs: number, plan: PlanName): void {
  const longestMs = SESSION_LIMIT_MS[plan];
  if (lifetimeMs >= MIN_LIFETIME_MS && lifetimeMs <= longestMs) return;
  const detail = `config.expiresIn: must be from ${MIN_LIFETIME_MS / 1000}s to ${longestMs / 60_000}m on your plan`;
  throw new AppError("invalid_request", { detail });
}
