import { MCP_LIMITS } from "@terrarium/contract/limits";
import { mcp } from "@terrarium/contract/mcp";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import { SeenScreens } from "@terrarium/mcp/seen-screens";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, callerKey, ownerKey } from "@terrarium/platform/base/caller";
import { Slots, takeAll } from "@terrarium/platform/base/slots";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AuditService } from "../audit/service.ts";
import { acceptedTypes } from "../http/negotiation.ts";
import { addressOf } from "../http/script-requests.ts";
import { serve } from "../http/serve.ts";
import { whenGone } from "../http/when-gone.ts";
import { createCallerDevices, type Recorded } from "./caller-devices.ts";

const VERSION = "0.1.0";
const ANSWERS = ["application/json", "text/event-stream"];

/** Loads the protocol with the first call, so that it does not delay the server's start. */
async function loadProtocol() {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@terrarium/mcp/mcp-server"),
  ]);
  return { createMcpHandler, createMcpServer };
}

type McpServices = Parameters<typeof createCallerDevices>[0] & { audit: Pick<AuditService, "lookUp" | "record"> };

/**
 * Serves the Model Context Protocol at /mcp. Each request is independent, in either era, so that any server can answer
 * it. Only data that shortens responses is kept between requests.
 */
export function registerMcpRoutes(app: FastifyInstance, { audit, ...services }: McpServices): void {
  const seen = new SeenScreens();
  const perCaller = new Slots(MCP_LIMITS.callsPerCaller);
  const perUser = new Slots(MCP_LIMITS.callsPerUser);
  const inAll = new Slots(MCP_LIMITS.callsTotal);

  const devicesOf = (caller: Caller, request: FastifyRequest) => {
    const recorded: Recorded = (action, sandboxId, work) => record(audit, { caller, request, action, sandboxId }, work);
    return createCallerDevices(services, caller, recorded);
  };

  serve(app, mcp, async ({ caller, body, request, reply }) => {
    if (Array.isArray(body)) throw new AppError("invalid_request", { detail: "send one JSON-RPC message a request" });
    const release = takeAll([perCaller, callerKey(caller)], [perUser, ownerKey(caller)], [inAll, ""]);
    if (!release) throw new AppError("rate_limited", { retryAfterSeconds: MCP_LIMITS.retryAfterSeconds });
    const gone = new AbortController();
    whenGone(reply, () => {
      release();
      gone.abort();
    });
    const { createMcpHandler, createMcpServer } = await loadProtocol();
    const context = { devices: devicesOf(caller, request), viewer: callerKey(caller), seen };
    const handler = createMcpHandler(() => createMcpServer(context, VERSION), {
      // Sends no notifications by itself.
      maxSubscriptions: 0,
      onerror: (error) => request.log.debug({ err: error }, "an MCP message was refused"),
    });
    return reply.send(await handler.fetch(toWebRequest(request, gone.signal), { parsedBody: body }));
  });

  // Streams and sessions of the revisions before 2026-07-28, which are optional.
  app.route({
    method: ["GET", "DELETE"],
    url: mcp.path,
    schema: { hide: true },
    handler: (_request, reply) => reply.code(405).header("allow", mcp.method).send(),
  });
}

/** Its signal aborts after the response, or when the client leaves. */
function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const pairs = new Headers(given);
  // The SDK searches for both names literally.
  pairs.set("accept", acceptedTypes(request, ANSWERS).join(", "));
  // One path, whatever the client calls this server.
  return new Request(new URL(mcp.path, "http://localhost"), {
    method: mcp.method,
    headers: pairs,
    signal,
  });
}

interface RecordedCall {
  caller: Caller;
  request: FastifyRequest;
  action: string;
  sandboxId: string;
}

/** Runs work and records it in the audit log like the equivalent call of the API. */
async function record<T>(
  audit: McpServices["audit"],
  { caller, request, action, sandboxId }: RecordedCall,
  work: () => Promise<T>,
): Promise<T> {
  const targets = { sandboxId };
  const known = await audit.lookUp(targets);
  let outcome: string = OUTCOME_OK;
  try {
    return await work();
  } catch (error) {
    outcome = error instanceof AppError ? error.code : "internal";
    throw error;
  } finally {
    const userAgent = request.headers["user-agent"];
    await audit
      .record({ caller, action, targets, known, ip: addressOf(request), userAgent, outcome, requestId: request.id })
      .catch((error: unknown) => request.log.error({ err: error, action }, "a call was not recorded"));
  }
}
