import * as contract from "@terrarium/contract/box-display";
import type { BoxDisplayService } from "@terrarium/device-control/display/service";
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";

export function registerBoxDisplayRoutes(
  app: FastifyInstance,
  { boxDisplay }: { boxDisplay: BoxDisplayService },
): void {
  serve(app, contract.getBoxDisplay, ({ caller, params }) => boxDisplay.display(caller, params.boxId));
  serve(app, contract.setBoxResolution, ({ caller, params, body }) =>
    boxDisplay.setResolution(caller, params.boxId, body),
  );
  serve(app, contract.getBoxProxy, ({ caller, params }) => boxDisplay.proxy(caller, params.boxId));
  serve(app, contract.setBoxProxy, ({ caller, params, body }) => boxDisplay.setProxy(caller, params.boxId, body));
  serve(app, contract.clearBoxProxy, ({ caller, params }) => empty(boxDisplay.clearProxy(caller, params.boxId)));
}
