import { getBoxLog } from "@terrarium/contract/boxes";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { SandboxService } from "../sandboxes/service.ts";
import type { Keepsakes } from "./service.ts";

interface KeepsakeRoutes {
  keepsakes: Pick<Keepsakes, "log">;
  sandboxes: Pick<SandboxService, "get">;
}

export function registerKeepsakeRoutes(app: FastifyInstance, { keepsakes, sandboxes }: KeepsakeRoutes): void {
  serve(app, getBoxLog, async ({ caller, params: { boxId } }) => {
    await sandboxes.get(caller, boxId);
    return { log: (await keepsakes.log(boxId)) ?? null };
  });
}
