import * as contract from "@terrarium/contract/fleet";
import { FLEET_LIMITS } from "@terrarium/contract/limits";
import type { FleetDevice, FleetService } from "@terrarium/device-control/fleet/fleet";
import { createFleetMethods } from "@terrarium/device-control/fleet/methods";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, heldBy, requireScope } from "@terrarium/platform/base/caller";
import { DatabaseUnavailableError } from "@terrarium/platform/db/unavailable";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { explainIssues } from "../http/explain-issue.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { empty, serve } from "../http/serve.ts";
import type { OrganizationService } from "../organizations/service.ts";
import { readSocketToken } from "../sockets/live-socket.ts";
import { serveLiveSocket } from "../sockets/serve-live-socket.ts";
import { createCallerCounter } from "../sockets/take-while-open.ts";
import { openFleetSocket } from "./fleet-socket.ts";

const WRITE = { limit: "write" } as const;

/** Serves the calls by which mobilecli allocates and releases devices. */
export function registerFleetRoutes(
  app: FastifyInstance,
  { fleet, organizations }: { fleet: FleetService; organizations: Pick<OrganizationService, "ofCaller"> },
): void {
  serve(app, contract.createFleetSession, async ({ caller }) => ({ id: await organizations.ofCaller(caller) }));
  serve(app, contract.listFleetSessions, async ({ caller, query: { limit, before: page } }) => {
    const { organizationId: id, devices, isLast } = await fleet.devices(caller, page, limit);
    return { data: [{ id, devices: devices.map(toSessionDevice) }], nextCursor: isLast ? null : String(page + 1) };
  });
  serve(
    app,
    contract.allocateFleetDevice,
    async ({ caller, params, body }) => {
      const { id, state } = await fleet.allocate(caller, params.organizationId, body.filters);
      return { allocationId: id, state: state === "allocating" ? ("allocating" as const) : ("online" as const) };
    },
    WRITE,
  );
  serve(
    app,
    contract.releaseFleetDevice,
    ({ caller, params }) => empty(fleet.release(caller, params.organizationId, params.boxId)),
    WRITE,
  );
}

const toSessionDevice = ({ id, state, name, type, platform, version: osVersion }: FleetDevice) => ({
  id,
  status: state === "allocating" ? state : ("in_use" as const),
  info: { platform, type, name, osVersion, serial: id },
});

type SocketParts = Parameters<typeof createFleetMethods>[0] & {
  accessChanges: Pick<AccessChanges, "subscribe">;
  publicUrl: URL | undefined;
};

/** Serves the socket by which mobilecli uses devices. `app` accepts WebSockets. */
export function registerFleetSocket(app: FastifyInstance, { accessChanges, publicUrl, ...parts }: SocketParts): void {
  const methods = createFleetMethods(parts);
  const count = createCallerCounter(FLEET_LIMITS.sockets);

  const authorize = async (request: FastifyRequest): Promise<{ caller: Caller }> => {
    const caller = await app.authenticate(readSocketToken(request));
    await app.admit(request, caller);
    // A link is valid for one sandbox, and this socket lists a team's.
    if (caller.kind === "box-token")
      throw new AppError("scope_required", { scope: "read", held: `${heldBy(caller)} of one sandbox` });
    requireScope(caller, "read");
    return { caller };
  };

  serveLiveSocket(app, {
    url: contract.FLEET_SOCKET_PATH,
    accessChanges,
    authorize,
    open: async ({ request, socket, access: { caller } }) => {
      const call = { caller, origin: requestOrigin(request, publicUrl) };
      count(socket, caller);
      openFleetSocket(socket, methods, call, {
        explain: ({ issues }) => explainIssues(issues, "the message"),
        onFailure: (error) => {
          if (error instanceof DatabaseUnavailableError) return new AppError("database_unavailable");
          request.log.error({ err: error }, "fleet call failed");
          return new AppError("internal", { requestId: request.id });
        },
      });
      // Running calls continue. Waiting ones end with the socket.
      return { close: () => undefined };
    },
  });
}
