import { type Endpoint, scopeOf } from "@terrarium/contract/endpoint";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { FastifyInstance } from "fastify";

/** Records rejected requests to act on a sandbox, after their response. */
export function recordRefusals(app: FastifyInstance, { actions }: { actions: Pick<DeviceActionService, "refuse"> }) {
  app.addHook("onResponse", async ({ caller, failure, log, params, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    if (!caller || !failure || failure.status >= 500 || !endpoint || !isAction(endpoint)) return;
    const { boxId } = params as { boxId: unknown };
    if (typeof boxId !== "string") return;
    // Without the sandbox, which the timeline has anyway: "POST /actions/click".
    const request = `${endpoint.method} ${endpoint.path.split("{boxId}")[1] ?? ""}`;
    await actions
      .refuse(caller, boxId, request, failure)
      .catch((error: unknown) => log.error({ err: error, request }, "failed to record a rejected request"));
  });
}

/** Whether a call acts on a sandbox instead of only reading something. */
const isAction = (endpoint: Endpoint): boolean =>
  endpoint.method !== "GET" && endpoint.path.includes("{boxId}") && scopeOf(endpoint) !== "read";
