import { createInviteLink, deleteInviteLink, getInviteLink } from "@terrarium/contract/invite";
import { joinOrganizationByInviteLink } from "@terrarium/contract/organization";
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";
import type { InviteService } from "./service.ts";

const INVITE = { limit: "invite" } as const;

export function registerInviteRoutes(app: FastifyInstance, { invites }: { invites: InviteService }): void {
  serve(
    app,
    createInviteLink,
    ({ caller, body }) => invites.create(caller, body.organizationId, Math.round(body.expiresAt * 1000)),
    INVITE,
  );
  serve(app, getInviteLink, ({ caller, body }) => invites.list(caller, body.organizationId));
  serve(
    app,
    deleteInviteLink,
    ({ caller, body }) => empty(invites.delete(caller, body.organizationId, body.inviteId)),
    INVITE,
  );
  serve(app, joinOrganizationByInviteLink, ({ caller, body }) => invites.join(caller, body.inviteCode), INVITE);
}
