import { MAX_OPEN_CALLS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, ownerKey } from "@terrarium/platform/base/caller";
import { Slots } from "@terrarium/platform/base/slots";
import type { FastifyInstance } from "fastify";
import { whenGone } from "./when-gone.ts";

const RETRY_S = 1;

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Counts a call as open until its response is sent or its client leaves. Throws rate_limited if that user, or else
     * team, has too many.
     */
    countCall: (reply: FastifyReply, caller: Caller) => void;
  }
}

/**
 * Limits one user's concurrent calls across all API keys. Each can wait long for a device or another server and hold a
 * connection there.
 */
export function addOpenCalls(app: FastifyInstance, most: number = MAX_OPEN_CALLS): void {
  const open = new Slots(most);
  app.decorate("countCall", (reply, caller) => {
    const release = open.take(ownerKey(caller));
    if (!release) throw new AppError("rate_limited", { retryAfterSeconds: RETRY_S });
    reply.raw.once("finish", release);
    whenGone(reply, release);
  });
}
