import {
  createAnOrganization,
  deleteAnOrganization,
  getMyOrganizationList,
  getOrganizationMemberList,
  quitOrganization,
  removeOrganizationMember,
  transferAnOrganization,
  updateOrganizationMemberRole,
} from "@terrarium/contract/organization";
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";
import type { DisbandService } from "./disband-service.ts";
import type { MemberService } from "./member-service.ts";
import type { OrganizationService } from "./service.ts";

interface OrganizationRoutes {
  organizations: OrganizationService;
  members: MemberService;
  disbanding: DisbandService;
}

const WRITE = { limit: "write" } as const;

export function registerOrganizationRoutes(app: FastifyInstance, services: OrganizationRoutes): void {
  const { organizations, members, disbanding } = services;
  serve(app, getMyOrganizationList, ({ caller }) => organizations.list(caller.userId));
  serve(
    app,
    createAnOrganization,
    ({ caller: { userId }, body: { name, onlyFirst } }) =>
      onlyFirst === true ? organizations.firstOrCreate(userId, name) : organizations.create(userId, name),
    WRITE,
  );
  serve(app, getOrganizationMemberList, ({ caller, body }) => members.list(caller, body.organizationId));
  serve(
    app,
    updateOrganizationMemberRole,
    ({ caller, body }) => empty(members.changeRole(caller, body, body.role)),
    WRITE,
  );
  serve(app, transferAnOrganization, ({ caller, body }) => empty(members.transfer(caller, body)), WRITE);
  serve(app, removeOrganizationMember, ({ caller, body }) => empty(members.remove(caller, body)), WRITE);
  serve(app, quitOrganization, ({ caller, body }) => empty(members.quit(caller, body.organizationId)), WRITE);
  serve(app, deleteAnOrganization, ({ caller, body }) => empty(disbanding.disband(caller, body.organizationId)), WRITE);
}
