import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyRequest } from "fastify";
import type { InviteCodeService } from "./service.ts";

/**
 * Requires a redeemed invite code from users of the alpha host. The published address and the requested one determine
 * the host. API keys need no invite, because their creators did.
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

/** Whether `host` matches `wanted`, at any port if `wanted` has none. */
export function isHost(host: string, wanted: string): boolean {
  const given = host.toLowerCase();
  return given === wanted || given.replace(/:\d+$/, "") === wanted;
}
