import { DEVICE_START_TIMEOUT_MS, SANDBOX_LIMIT, WORKING_DIR } from "@terrarium/contract/limits";
import type { PlanName } from "@terrarium/contract/pricing";
import { boxTypeOf, kindOf } from "@terrarium/contract/sandbox-kind";
import type { AdbKey } from "@terrarium/device-control/adb/adb-key";
import type { DeviceProviders } from "@terrarium/device-providers/device-providers";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, countsFor, userBehind } from "@terrarium/platform/base/caller";
import type { Replicas } from "@terrarium/platform/replicas/service";
import type { OrganizationService } from "../organizations/service.ts";
import type { TemplateService } from "../templates/service.ts";
import { createDeviceStarts, type DeviceStartParts, type DeviceStarts } from "./device-starts.ts";
import type { SandboxEnds } from "./ends.ts";
import { requireLifetime } from "./lifetimes.ts";
import { requireOrigin } from "./origin.ts";
import { releaseOf } from "./rows.ts";
import { type KeptFiles, newSandboxId, type SandboxAccess, type SandboxRecord } from "./sandbox.ts";
import type { NewSandbox, PersonalLimit, SandboxStore } from "./store.ts";
import { chooseTemplate, type Template } from "./template-choice.ts";

/** A validated create request with its resolved limits. */
type CheckedRequest = Parameters<SandboxAccess["create"]>[1] & {
  organizationId: string;
  templateId: string;
  files: KeptFiles | undefined;
  limits: { team: number; person: PersonalLimit | undefined };
  creator: Pick<NewSandbox, "creatorId" | "creatorKeyId">;
};

export interface CreationParts extends DeviceStartParts {
  store: SandboxStore;
  organizations: Pick<OrganizationService, "ofCaller">;
  templates: Pick<TemplateService, "get" | "ofProvider">;
  providers: DeviceProviders;
  ends: SandboxEnds;
  adbKeys: { take(): Promise<AdbKey> };
  /** Storage of virtual devices. */
  deviceStorageMb: number;
  /** Limit of a person's sandboxes in all organizations on the free plan together. */
  sandboxesPerUser: number;
  /** Returns the plan with an organization's limits. */
  plans: { planOf(organizationId: string): Promise<PlanName> };
  /** Throws budget_exceeded. */
  budgets: { requireWithinBudget(organizationId: string): Promise<void> };
  /** Identifies this server, and this start of it. */
  replica: Pick<Replicas, "id" | "beSeen">;
  isShuttingDown: () => boolean;
}

/** Creates sandboxes: checks the request, records the sandbox and starts its device. */
export function createSandboxCreation(
  parts: CreationParts,
  clock: () => number,
): Pick<SandboxAccess, "create"> & Pick<DeviceStarts, "isStarting"> {
  const { store, organizations, templates, providers, ends, plans, budgets, replica, adbKeys, box } = parts;
  const { deviceStorageMb, sandboxesPerUser, background, isShuttingDown, takeStep, log } = parts;
  const starts = createDeviceStarts(parts, clock);

  /** Throws no_space, template_unavailable, or provider_unavailable. */
  async function requireUsable(template: Template, templateId: string): Promise<void> {
    await providers.require(template.provider).requireRoom();
    const missing = await providers.missingFor(template);
    if (missing.length > 0) throw new AppError("template_unavailable", { templateId, detail: missing.join("; ") });
  }

  /** Throws snapshot_not_found, not_possible. */
  async function findFiles(caller: Caller, { model }: Template, organizationId: string, name: string | undefined) {
    if (name === undefined) return undefined;
    if (boxTypeOf({ kind: kindOf(model) }) === "linux") return parts.homeFiles.find(caller, organizationId, name);
    const detail = "a snapshot holds files of a Linux box; take the template tpl_linux, tpl_browser or tpl_desktop";
    throw new AppError("not_possible", { what: "To start a phone from a snapshot", detail });
  }

  /** If the database fails, the row may or may not exist. Such a sandbox is ended later. */
  async function insert(sandbox: NewSandbox, { limits: { team, person }, reusedLabels }: CheckedRequest) {
    try {
      return await store.insertWithin(team, sandbox, { reusedLabels, person });
    } catch (error) {
      await ends.endOrOwe(sandbox, "start_failed");
      throw error;
    }
  }

  /** Returns the record of a sandbox that is about to start. */
  function newRow({ provider, model }: Template, request: CheckedRequest, adbKey: AdbKey): NewSandbox {
    const now = clock();
    const { id = newSandboxId(now), organizationId, templateId, lifetimeMs, metadata, name = "" } = request;
    const kind = kindOf(model);
    const { envs = {}, workingDir = WORKING_DIR[boxTypeOf({ kind })], keepAliveMs = 0 } = request;
    const { cpu, memoryMb, widthPx, heightPx } = model;
    return {
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
      kind,
      metadata,
      envs,
      workingDir,
      keepAliveMs,
      lifetimeMs,
      osVersion: releaseOf(model),
      storageMb: model.redroid?.storageMb ?? deviceStorageMb,
      createdAt: now,
      startedAt: now,
      updatedAt: now,
      expiresAt: now + lifetimeMs,
      adbKeySealed: box.seal(adbKey.privateKeyPem, id),
      replicaId: replica.id,
      ...request.creator,
    };
  }

  /** Returns an existing sandbox to reuse, if any. */
  async function reuse(sandbox: SandboxRecord, request: CheckedRequest): Promise<SandboxRecord | undefined> {
    if (request.wait === false) return sandbox;
    return starts.untilRunning(sandbox, request.timeoutMs ?? DEVICE_START_TIMEOUT_MS);
  }

  /** Creates a sandbox, or returns one with the given labels. */
  async function createOrReuse(template: Template, request: CheckedRequest): Promise<SandboxRecord> {
    const { organizationId, reusedLabels } = request;
    for (;;) {
      const found = reusedLabels && (await store.findLabelled(organizationId, reusedLabels));
      const made = found ?? (await createFrom(template, request));
      const answer = "reused" in made ? made.reused : made;
      if (!found && answer === made) return answer;
      const reused = await reuse(answer, request);
      if (reused) return reused;
    }
  }

  /**
   * Records a sandbox and starts its device. If another one with its labels was recorded meanwhile, returns that one.
   * Throws organization_not_found, sandbox_limit, user_sandbox_limit, shutting_down, and the errors of `requireUsable`
   * and of a device start.
   */
  async function createFrom(
    template: Template,
    request: CheckedRequest,
  ): Promise<SandboxRecord | { reused: SandboxRecord }> {
    const { provider } = template;
    const { organizationId, templateId, lifetimeMs, limits, wait = true, timeoutMs, signal } = request;
    await takeStep("room", { provider }, () => requireUsable(template, templateId));
    const adbKey = await takeStep("key", { provider }, () => adbKeys.take());
    await replica.beSeen();
    const row = newRow(template, request, adbKey);
    const { id } = row;
    const outcome = await takeStep("record", { provider }, () => insert(row, request));
    if (typeof outcome === "object") return outcome;
    if (outcome === "no-organization") throw new AppError("organization_not_found", { organizationId });
    if (outcome === "limit") throw new AppError("sandbox_limit", { limit: limits.team });
    if (outcome === "personal-limit") throw new AppError("user_sandbox_limit", { limit: sandboxesPerUser });
    log.info({ sandboxId: id, organizationId, templateId, lifetimeMs }, "sandbox created");
    if (isShuttingDown()) {
      await ends.end({ id, provider }, "shutdown");
      throw new AppError("shutting_down");
    }
    const model = { ...template.model, origin: request.origin };
    const started = starts.start(id, { ...template, model }, adbKey, lifetimeMs, request.files);
    if (wait) return timeoutMs === undefined ? started : starts.inTime({ id, provider }, started, timeoutMs, signal);
    background.leave(started);
    return { ...row, state: "starting", endedAt: null, endReason: null };
  }

  return {
    isStarting: starts.isStarting,
    async create(caller, request) {
      if (isShuttingDown()) throw new AppError("shutting_down");
      const organizationId = request.organizationId ?? (await organizations.ofCaller(caller));
      const plan = await plans.planOf(organizationId);
      requireLifetime(request.lifetimeMs, plan);
      if (request.keepAliveMs) requireLifetime(request.keepAliveMs, plan, "config.keepAlive");
      await budgets.requireWithinBudget(organizationId);
      const template = await chooseTemplate(templates, request, organizationId);
      const { provider, id: templateId } = template;
      requireOrigin(request.origin, template, providers.require(provider));
      const files = await findFiles(caller, template, organizationId, request.snapshotName);
      const userId = countsFor(caller, plan);
      const person = userId === undefined ? undefined : { userId, limit: sandboxesPerUser };
      const limits = { team: SANDBOX_LIMIT[plan], person };
      return takeStep("all", { provider }, () =>
        createOrReuse(template, {
          ...request,
          templateId,
          organizationId,
          files,
          limits,
          creator: {
            creatorId: userBehind(caller) ?? null,
            creatorKeyId: caller.kind === "api-key" ? caller.apiKeyId : null,
          },
        }),
      );
    },
  };
}
