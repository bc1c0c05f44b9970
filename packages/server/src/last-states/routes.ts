import { getBoxLog } from "@terrarium/contract/boxes";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { LastStates } from "./service.ts";

interface LastStateRoutes {
  lastStates: Pick<LastStates, "log">;
  sandboxes: {
    /** Throws sandbox_not_found unless it is a sandbox of one of the caller's organizations. */
    get(caller: Caller, sandboxId: string): Promise<unknown>;
  };
}

export function registerLastStateRoutes(app: FastifyInstance, { lastStates, sandboxes }: LastStateRoutes): void {
  serve(app, getBoxLog, async ({ caller, params: { boxId } }) => {
    await sandboxes.get(caller, boxId);
    return { log: (await lastStates.log(boxId)) ?? null };
  });
}
