import { UNSUPPORTED_CALLS } from "@terrarium/contract/box-unsupported";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addMultipart } from "../http/multipart.ts";
import { serve } from "../http/serve.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";

const MayNameBox = z.object({ boxId: z.string().optional() });

/**
 * Serves calls that no device here supports, with the reason. Callers without access to the sandbox do not get the
 * reason.
 */
export function registerUnsupportedRoutes(
  app: FastifyInstance,
  { sandboxes }: { sandboxes: Pick<SandboxAccess, "requireDevice"> },
): void {
  addMultipart(app, (scope) => {
    for (const { endpoint, what, reason } of UNSUPPORTED_CALLS)
      serve(scope, endpoint, async ({ caller, params }) => {
        const { boxId } = MayNameBox.parse(params ?? {});
        if (caller && boxId !== undefined) await sandboxes.requireDevice(caller, boxId);
        throw new AppError("not_possible", { what, detail: reason });
      });
  });
}
