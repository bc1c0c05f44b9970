import { MCP_LIMITS } from "@terrarium/contract/limits";
import { mcp } from "@terrarium/contract/mcp";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, callerKey, ownerKey } from "@terrarium/platform/base/caller";
import { Slots, takeAll } from "@terrarium/platform/base/slots";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AuditService } from "../audit/service.ts";
import { acceptedTypes } from "../http/negotiation.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { addressOf } from "../http/script-requests.ts";
import { serve } from "../http/serve.ts";
import { whenGone } from "../http/when-gone.ts";
import { createCallerDevices, type Recorded } from "./caller-devices.ts";
import { McpSessions, SESSION_HEADER } from "./mcp-sessions.ts";
import { inMcpWords } from "./words.ts";

const VERSION = "0.1.0";
const ANSWERS = ["application/json", "text/event-stream"];

/** Loads the protocol with the first call, so that it does not delay the server's start. */
async function loadProtocol() {
  const [{ createMcpHandler, isInitializeRequest }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@terrarium/mcp/mcp-server"),
  ]);
  return { createMcpHandler, createMcpServer, isInitializeRequest };
}

type McpServices = Parameters<typeof createCallerDevices>[0] & {
  audit: Pick<AuditService, "lookUp" | "record">;
  publicUrl: URL | undefined;
};

/**
 * Serves the Model Context Protocol at /mcp. Each request is independent, in either era, so that any server can answer
 * it. Sessions of the earlier era keep what shortens responses, and background jobs.
 */
export function registerMcpRoutes(app: FastifyInstance, { audit, publicUrl, ...services }: McpServices): void {
  const sessions = new McpSessions();
  app.addHook("onClose", async () => sessions.jobs.endWhere(() => true));
  const perCaller = new Slots(MCP_LIMITS.callsPerCaller);
  const perUser = new Slots(MCP_LIMITS.callsPerUser);
  const inAll = new Slots(MCP_LIMITS.callsTotal);

  const devicesOf = (caller: Caller, request: FastifyRequest) => {
    const recorded: Recorded = (action, sandboxId, work) => record(audit, { caller, request, action, sandboxId }, work);
    return inMcpWords(createCallerDevices(services, { caller, origin: requestOrigin(request, publicUrl), recorded }));
  };

  serve(app, mcp, async ({ caller, body, request, reply }) => {
    if (Array.isArray(body)) throw new AppError("invalid_request", { detail: "send one JSON-RPC message per request" });
    const release = takeAll([perCaller, callerKey(caller)], [perUser, ownerKey(caller)], [inAll, ""]);
    if (!release) throw new AppError("rate_limited", { retryAfterSeconds: MCP_LIMITS.retryAfterSeconds });
    const gone = new AbortController();
    const key = callerKey(caller);
    const session = sessions.keyOf(key, request);
    const call = sessions.track(session, body, gone);
    whenGone(reply, () => {
      release();
      call.over();
      gone.abort();
    });
    const { createMcpHandler, createMcpServer, isInitializeRequest } = await loadProtocol();
    if (isInitializeRequest(body)) reply.header(SESSION_HEADER, sessions.newId());
    const { seen, jobs } = sessions;
    const context = { devices: devicesOf(caller, request), caller: key, session, seen, jobs };
    const handler = createMcpHandler(() => createMcpServer(context, VERSION), {
      // Sends no notifications by itself.
      maxSubscriptions: 0,
      onerror: (error) => request.log.debug({ err: error }, "rejected an MCP message"),
    });
    return reply.send(await handler.fetch(toWebRequest(request, gone.signal), { parsedBody: body }));
  });

  // The end of a session, and streams, of the revisions before 2026-07-28. Streams are optional.
  app.route({
    method: ["GET", "DELETE"],
    url: mcp.path,
    schema: { hide: true },
    handler: (request, reply) => {
      if (request.method === "DELETE" && sessions.end(request)) return reply.code(204).send();
      return reply.code(405).header("allow", mcp.method).send();
    },
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
      .catch((error: unknown) => request.log.error({ err: error, action }, "failed to record a call"));
  }
}
