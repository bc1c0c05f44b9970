import { getBoxLastLines } from "@terrarium/contract/boxes";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { SandboxService } from "../sandboxes/service.ts";
import type { LastLines } from "./last-lines.ts";

interface LastLineRoutes {
  lastLines: Pick<LastLines, "read">;
  sandboxes: Pick<SandboxService, "get">;
}

export function registerLastLineRoutes(app: FastifyInstance, { lastLines, sandboxes }: LastLineRoutes): void {
  serve(app, getBoxLastLines, async ({ caller, params: { boxId } }) => {
    await sandboxes.get(caller, boxId);
    return { lines: lastLines.read(boxId) };
  });
}
