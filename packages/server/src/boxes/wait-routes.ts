import { waitForInBox } from "@terrarium/contract/box-wait";
import type { WaitService } from "@terrarium/device-control/waits/service";
import { AppError } from "@terrarium/platform/base/app-error";
import { requireScope } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import { whenGone } from "../http/when-gone.ts";

/** Serves waits for something on the device of a box. */
export function registerWaitRoutes(app: FastifyInstance, { waits }: { waits: WaitService }): void {
  serve(app, waitForInBox, ({ caller, params: { boxId }, body, reply }) => {
    // The screen is what the right shows. Other things are read by commands.
    if (body.text === undefined && body.element === undefined) requireScope(caller, "read", "shell");
    const gone = new AbortController();
    whenGone(reply, () => gone.abort(new AppError("invalid_request", { detail: "the client left" })));
    return waits.waitFor(caller, boxId, body, gone.signal);
  });
}
