import { getAllTemplates } from "@terrarium/contract/template";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { TemplateService } from "./service.ts";

interface Services {
  templates: TemplateService;
  organizations: Pick<OrganizationService, "list">;
}

export function registerTemplateRoutes(app: FastifyInstance, { templates, organizations }: Services): void {
  const teamsOf = async (caller: Caller): Promise<string[]> =>
    caller.kind !== "session" ? [caller.organizationId] : (await organizations.list(caller.userId)).map(({ id }) => id);
  serve(app, getAllTemplates, async ({ caller }) => templates.list(await teamsOf(caller)));
}
