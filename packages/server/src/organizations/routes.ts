import { createAnOrganization, getMyOrganizationList } from "@terrarium/contract/organization";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { OrganizationService } from "./service.ts";

const CREATIONS_PER_MINUTE = 30;

export function registerOrganizationRoutes(
  app: FastifyInstance,
  { organizations }: { organizations: OrganizationService },
): void {
  serve(app, getMyOrganizationList, ({ caller }) => organizations.list(caller.userId));
  serve(app, createAnOrganization, ({ caller, body }) => organizations.create(caller.userId, body.name), {
    callsPerMinute: CREATIONS_PER_MINUTE,
  });
}
