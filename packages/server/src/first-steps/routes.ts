import { getFirstSteps } from "@terrarium/contract/first-steps";
import { runCode } from "@terrarium/contract/vm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { serve } from "../http/serve.ts";
import type { FirstStepService } from "./service.ts";
import type { Step } from "./store.ts";

export function registerFirstStepRoutes(app: FastifyInstance, { firstSteps }: { firstSteps: FirstStepService }): void {
  serve(app, getFirstSteps, ({ caller, body }) => firstSteps.get(caller, body.organizationId));
}

/** Records the first steps of teams from the successful calls with their API keys. Call it before the routes. */
export function noteFirstSteps(app: FastifyInstance, { firstSteps }: { firstSteps: FirstStepService }): void {
  app.addHook("onResponse", async (request) => {
    const { caller } = request;
    if (caller?.kind !== "api-key" || request.failure !== undefined) return;
    const step = stepOf(request);
    if (step === undefined) return;
    await firstSteps
      .note(caller.organizationId, step)
      .catch((error: unknown) => request.log.error({ err: error, step }, "failed to record a first step"));
  });
}

/** Calls of a running script belong to that script. */
function stepOf({ routeOptions, scriptOwner }: FastifyRequest): Step | undefined {
  const { endpoint } = routeOptions.config;
  if (endpoint === undefined || scriptOwner !== undefined) return undefined;
  return endpoint.name === runCode.name ? "script" : "program";
}
