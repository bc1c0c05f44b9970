import { createAndroidBox, createBox, getBox, listBoxes, terminateBox } from "@terrarium/contract/boxes";
import { REPLAYED_HEADER } from "@terrarium/contract/endpoint";
import { BOX_LIFETIME_MS } from "@terrarium/contract/limits";
import { deleteSandbox, getSandbox, getSandboxList, renameSandbox } from "@terrarium/contract/sandbox";
import type { FastifyInstance } from "fastify";
import { AppError } from "../base/app-error.ts";
import { empty, type Handler, idempotencyKeyOf, serve } from "../http/serve.ts";
import type { IdempotencyService } from "../idempotency/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import { newSandboxId, type SandboxService } from "./service.ts";
import { toBox, toSandbox, toSandboxDetails } from "./wire.ts";

const WRITE = { limit: "write" } as const;

interface SandboxRoutes {
  sandboxes: SandboxService;
  idempotency: Pick<IdempotencyService, "once">;
  organizations: OrganizationService;
}

export function registerSandboxRoutes(
  app: FastifyInstance,
  { idempotency, sandboxes, organizations }: SandboxRoutes,
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

  const create: Handler<typeof createAndroidBox> = async ({ caller, body, request, reply }) => {
    if (body.organizationId !== undefined) await organizations.requireMember(caller, body.organizationId);
    const organizationId = body.organizationId ?? (await organizations.defaultFor(caller));
    const { name, templateId, keepAlive: keepAliveMs = 0, envs, workingDir, labels: metadata = {} } = body.config ?? {};
    // Alone it is the lifetime of one that nobody uses.
    const { expiresIn: lifetimeMs = keepAliveMs || BOX_LIFETIME_MS } = body.config ?? {};
    const asked = { organizationId, name, templateId, lifetimeMs, metadata, keepAliveMs, envs, workingDir };
    const call = { caller, organizationId, key: idempotencyKeyOf(request), name: createBox.name, body: body.config };
    const { answer, isReplayed } = await idempotency.once(call, {
      newId: () => newSandboxId(Date.now()),
      make: async (id) => toBox(await sandboxes.create(caller, { id, ...asked })),
      find: async (id) => {
        const made = await sandboxes.findRunning(id);
        return made && toBox(made);
      },
    });
    if (isReplayed) void reply.header(REPLAYED_HEADER, "true");
    return answer;
  };
  serve(app, createBox, create, WRITE);
  serve(app, createAndroidBox, create, WRITE);
  serve(app, getBox, async ({ caller, params }) => toBox(await sandboxes.get(caller, params.boxId)));
  serve(app, listBoxes, async ({ caller, query: { page, pageSize } }) => {
    const organizationId = await organizations.defaultFor(caller);
    const { rows, total } = await sandboxes.list(caller, { organizationId, page, pageSize, status: "All" });
    return { data: rows.map(toBox), page, pageSize, total };
  });
  serve(app, terminateBox, ({ caller, params }) => empty(sandboxes.terminate(caller, params.boxId)), WRITE);
}
