import {
  type BoxStatus,
  type BoxType,
  createAndroidBox,
  createBox,
  createLinuxBox,
  extendBox,
  getBox,
  listBoxes,
  startBox,
  stopBox,
  terminateBox,
} from "@terrarium/contract/boxes";
import { type BodyOf, REPLAYED_HEADER } from "@terrarium/contract/endpoint";
import { BOX_LIFETIME_MS, BOX_START, METADATA } from "@terrarium/contract/limits";
import { deleteSandbox, getSandbox, getSandboxList, renameSandbox } from "@terrarium/contract/sandbox";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { empty, idempotencyKeyOf, serve } from "../http/serve.ts";
import type { IdempotencyService } from "../idempotency/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import { originOf } from "./origin.ts";
import type { SandboxRecord } from "./sandbox.ts";
import type { SandboxService } from "./service.ts";
import { toBox, toSandbox, toSandboxDetails } from "./wire.ts";

const WRITE = { limit: "write" } as const;

interface CreateInput {
  caller: Caller;
  type: BoxType | undefined;
  body: BodyOf<typeof createAndroidBox>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type LifeChange = { kind: "stop" | "start" | "extend"; detail: string };

interface SandboxRoutes {
  /** Changes a sandbox's life, and records the caller. */
  actions: {
    noting<T>(caller: Caller, sandboxId: string, change: LifeChange, work: () => Promise<T>): Promise<T>;
  };
  sandboxes: SandboxService;
  idempotency: Pick<IdempotencyService, "once">;
  organizations: OrganizationService;
}

export function registerSandboxRoutes(
  app: FastifyInstance,
  { actions, idempotency, sandboxes, organizations }: SandboxRoutes,
): void {
  serve(app, getSandboxList, async ({ caller, body }) => {
    const { rows, ...counts } = await sandboxes.list(caller, body);
    return { data: rows.map(toSandbox), ...counts };
  });
  serve(app, getSandbox, async ({ caller, body: { organizationId, sandboxId } }) => {
    if (organizationId !== undefined) await organizations.requireMember(caller, organizationId);
    const sandbox = await sandboxes.get(caller, sandboxId);
    const isOfTeam = organizationId === undefined || sandbox.organizationId === organizationId;
    if (!isOfTeam) throw new AppError("sandbox_not_found", { sandboxId });
    return toSandboxDetails(sandbox);
  });
  serve(
    app,
    deleteSandbox,
    ({ caller, body }) => empty(sandboxes.delete(caller, body.organizationId, body.sandboxId)),
    WRITE,
  );

  serve(
    app,
    renameSandbox,
    ({ caller, body: { organizationId, sandboxId, name } }) =>
      empty(sandboxes.rename(caller, organizationId, sandboxId, name)),
    WRITE,
  );

  const create = async ({ caller, type, body, request, reply }: CreateInput) => {
    const organizationId = await organizations.ofCaller(caller, body.organizationId);
    const {
      name,
      templateId,
      deviceType,
      keepAlive: keepAliveMs = 0,
      envs,
      workingDir,
      snapshotName,
      seed,
      clock,
    } = body.config ?? {};
    // Without expiresIn, keepAlive is also the lifetime of an unused sandbox.
    const { expiresIn: lifetimeMs = keepAliveMs || BOX_LIFETIME_MS } = body.config ?? {};
    const { wait, timeout: timeoutMs = BOX_START.timeoutMs, reuse } = body;
    if (deviceType === "vm")
      throw new AppError("device_type_unavailable", { deviceType, detail: "Linux boxes are containers" });
    const asked = {
      organizationId,
      name,
      templateId,
      type,
      deviceType,
      lifetimeMs,
      keepAliveMs,
      envs,
      workingDir,
      snapshotName,
      origin: originOf({ seed, clock }),
      wait,
      timeoutMs,
      metadata: withLabels(body.config?.labels, reuse?.labels),
      reusedLabels: reuse?.labels,
    };
    const asIs = reuse === undefined ? body.config : [body.config, reuse];
    // A phone keeps the key format of older servers, because a create may be retried across an upgrade.
    const what = type === "android" ? asIs : [type, asIs];
    const call = { caller, organizationId, key: idempotencyKeyOf(request), name: createBox.name, body: what };
    const { answer, isReplayed } = await idempotency.once(call, {
      newId: () => sandboxes.newId(),
      make: async (id) => toBox(await sandboxes.create(caller, { id, ...asked })),
      find: async (id) => {
        const made = await sandboxes.findRunning(id);
        return made && toBox(made);
      },
    });
    if (isReplayed) void reply.header(REPLAYED_HEADER, "true");
    return answer;
  };
  serve(app, createBox, (input) => create({ ...input, type: input.body.type }), WRITE);
  serve(app, createAndroidBox, (input) => create({ ...input, type: "android" }), WRITE);
  serve(app, createLinuxBox, (input) => create({ ...input, type: "linux" }), WRITE);
  serve(app, getBox, async ({ caller, params }) => toBox(await sandboxes.get(caller, params.boxId)));
  serve(app, listBoxes, async ({ caller, query: { page, pageSize, status, type, ...filters } }) => {
    const organizationId = await organizations.ofCaller(caller);
    const boxes = { ...filters, statuses: unlessAll<BoxStatus>(status), types: unlessAll<BoxType>(type) };
    const { rows, total } = await sandboxes.list(caller, { organizationId, page, pageSize, status: "All", boxes });
    return { data: rows.map(toBox), page, pageSize, total };
  });
  const changed = async (caller: Caller, boxId: string, change: LifeChange, work: () => Promise<SandboxRecord>) =>
    toBox(await actions.noting(caller, boxId, change, work));
  serve(
    app,
    stopBox,
    ({ caller, params: { boxId }, body: { wait } }) =>
      changed(caller, boxId, { kind: "stop", detail: "" }, () => sandboxes.stop(caller, boxId, wait)),
    WRITE,
  );
  serve(
    app,
    startBox,
    ({ caller, params: { boxId }, body: { wait } }) =>
      changed(caller, boxId, { kind: "start", detail: "" }, () => sandboxes.start(caller, boxId, wait)),
    WRITE,
  );
  serve(
    app,
    extendBox,
    ({ caller, params: { boxId }, body: { expiresIn: lifetimeMs } }) =>
      changed(caller, boxId, { kind: "extend", detail: String(lifetimeMs / 1_000) }, () =>
        sandboxes.extend(caller, boxId, lifetimeMs),
      ),
    WRITE,
  );
  serve(app, terminateBox, ({ caller, params }) => empty(sandboxes.terminate(caller, params.boxId)), WRITE);
}

/** Returns the requested values, or undefined for all. */
const unlessAll = <Value extends string>(asked: readonly (Value | "all")[] = ["all"]): Value[] | undefined =>
  asked.includes("all") ? undefined : asked.filter((one): one is Value => one !== "all");

/** Returns a new sandbox's labels, which later requests match. Throws invalid_request if there are too many. */
function withLabels(labels: Record<string, string> = {}, reused: Record<string, string> = {}): Record<string, string> {
  const all = { ...labels, ...reused };
  if (Object.keys(all).length <= METADATA.maxEntries) return all;
  throw new AppError("invalid_request", { detail: `config.labels and reuse.labels: at most ${METADATA.maxEntries}` });
}
