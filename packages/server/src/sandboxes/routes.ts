import { createAndroidBox, createBox, getBox, listBoxes, terminateBox } from "@terrarium/contract/boxes";
import type { BodyOf } from "@terrarium/contract/endpoint";
import { BOX_LIFETIME_MS } from "@terrarium/contract/limits";
import { deleteSandbox, getSandbox, getSandboxList, renameSandbox } from "@terrarium/contract/sandbox";
import type { FastifyInstance } from "fastify";
import { AppError } from "../http/app-error.ts";
import type { Caller } from "../http/caller.ts";
import { empty, serve } from "../http/serve.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxService } from "./service.ts";
import { toBox, toSandbox, toSandboxDetails } from "./wire.ts";

const WRITE = { limit: "write" } as const;

interface SandboxRoutes {
  sandboxes: SandboxService;
  organizations: OrganizationService;
}

export function registerSandboxRoutes(app: FastifyInstance, { sandboxes, organizations }: SandboxRoutes): void {
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

  const create = async (caller: Caller, { organizationId, config = {} }: BodyOf<typeof createAndroidBox>) => {
    const { name, templateId, expiresIn: lifetimeMs = BOX_LIFETIME_MS, labels: metadata = {} } = config;
    return toBox(await sandboxes.create(caller, { organizationId, name, templateId, lifetimeMs, metadata }));
  };
  serve(app, createBox, ({ caller, body }) => create(caller, body), WRITE);
  serve(app, createAndroidBox, ({ caller, body }) => create(caller, body), WRITE);
  serve(app, getBox, async ({ caller, params }) => toBox(await sandboxes.get(caller, params.boxId)));
  serve(app, listBoxes, async ({ caller, query: { page, pageSize } }) => {
    const organizationId = await organizations.defaultFor(caller);
    const { rows, total } = await sandboxes.list(caller, { organizationId, page, pageSize, status: "All" });
    return { data: rows.map(toBox), page, pageSize, total };
  });
  serve(app, terminateBox, ({ caller, params }) => empty(sandboxes.terminate(caller, params.boxId)), WRITE);
}
