import type { FastifyRequest } from "fastify";
import type { Caller } from "../base/caller.ts";
import type { InviteCodeService } from "./service.ts";

/**
 * Makes users who come to the alpha host show that they have redeemed an invite code. Which host that is, the address
 * tells under which the server is published, and the one that the caller asked for. API keys need no invite: who made
 * them did.
 */
export function createInviteCheck(
  { alphaHost, publicUrl }: { alphaHost: string | undefined; publicUrl: URL | undefined },
  inviteCodes: Pick<InviteCodeService, "requireRedeemed">,
): (request: FastifyRequest, caller: Caller) => Promise<void> {
  return async (request, caller) => {
    if (alphaHost === undefined || caller.kind !== "session") return;
    const isAlpha = [request.host, publicUrl?.host].some((host) => host !== undefined && isHost(host, alphaHost));
    if (isAlpha) await inviteCodes.requireRedeemed(caller.userId);
  };
}

/** Whether `host` is the wanted one, at any port if the wanted one names none. */
export function isHost(host: string, wanted: string): boolean {
  const given = host.toLowerCase();
  return given === wanted || given.replace(/:\d+$/, "") === wanted;
}
