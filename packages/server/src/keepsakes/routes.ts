import { getBoxLog } from "@terrarium/contract/boxes";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { Keepsakes } from "./service.ts";

interface KeepsakeRoutes {
  keepsakes: Pick<Keepsakes, "log">;
  sandboxes: {
    /** Throws sandbox_not_found unless it is a sandbox of one of the caller's organizations. */
    get(caller: Caller, sandboxId: string): Promise<unknown>;
  };
}

export function registerKeepsakeRoutes(app: FastifyInstance, { keepsakes, sandboxes }: KeepsakeRoutes): void {
  serve(app, getBoxLog, async ({ caller, params: { boxId } }) => {
    await sandboxes.get(caller, boxId);
    return { log: (await keepsakes.log(boxId)) ?? null };
  });
}
