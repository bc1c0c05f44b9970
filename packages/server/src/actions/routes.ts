import { getBoxActions } from "@terrarium/contract/actions";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";

export function registerDeviceActionRoutes(app: FastifyInstance, { actions }: { actions: DeviceActionService }): void {
  serve(app, getBoxActions, async ({ caller, params, query }) => ({
    data: await actions.list(caller, params.boxId, query.limit),
  }));
}
