import { useInviteCode } from "@terrarium/contract/user";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { UserService } from "../users/service.ts";
import type { InviteCodeService } from "./service.ts";

interface InviteCodeRoutes {
  inviteCodes: InviteCodeService;
  users: UserService;
}

export function registerInviteCodeRoutes(app: FastifyInstance, { inviteCodes, users }: InviteCodeRoutes): void {
  serve(
    app,
    useInviteCode,
    async ({ caller, body }) => {
      await inviteCodes.redeem(caller, body.inviteCode);
      return users.get(caller.userId);
    },
    { limit: "invite" },
  );
}
