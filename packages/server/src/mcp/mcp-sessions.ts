import { randomUUID } from "node:crypto";
import { Jobs } from "@terrarium/mcp/jobs/jobs";
import { SeenScreens } from "@terrarium/mcp/seen-screens";
import type { FastifyRequest } from "fastify";
import { z } from "zod";

/** Header of a session (MCP 2025-11-25, transports). Later revisions have no sessions. */
export const SESSION_HEADER = "mcp-session-id";

const SessionId = z.uuid();
const Cancelled = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: z.union([z.string().max(200), z.number()]) }),
});
const Asked = z.object({ id: z.union([z.string().max(200), z.number()]) });

/**
 * What this server keeps for the sessions of its clients: screens that they have seen, background jobs, and calls in
 * progress. A session itself is only an id. One that the server does not know, for example after a restart, works too:
 * it has nothing yet.
 */
export class McpSessions {
  readonly seen = new SeenScreens();
  readonly jobs = new Jobs();
  readonly #calls = new Map<string, AbortController>();

  /** Returns the key of a request's session, which no other caller can use. Undefined for clients without one. */
  keyOf(callerKey: string, request: FastifyRequest): string | undefined {
    const id = idOf(request);
    if (id === undefined) return undefined;
    const session = `${callerKey} ${id}`;
    this.jobs.touch(session);
    return session;
  }

  newId(): string {
    return randomUUID();
  }

  /**
   * Cancels the call that a notification names: it comes in a request of its own. Otherwise registers a request, so that
   * it can be cancelled with the controller until `over` is called.
   */
  track(session: string | undefined, body: unknown, call: AbortController): { over: () => void } {
    const cancelled = Cancelled.safeParse(body);
    if (session !== undefined && cancelled.success)
      this.#calls.get(callKey(session, cancelled.data.params.requestId))?.abort();
    const asked = Asked.safeParse(body);
    if (session === undefined || !asked.success) return { over: () => undefined };
    const key = callKey(session, asked.data.id);
    this.#calls.set(key, call);
    return {
      over: () => {
        if (this.#calls.get(key) === call) this.#calls.delete(key);
      },
    };
  }

  /** Forgets a session and ends its jobs. Its random id alone permits that. Returns whether the request names one. */
  end(request: FastifyRequest): boolean {
    const id = idOf(request);
    if (id === undefined) return false;
    this.jobs.endWhere((session) => session.endsWith(` ${id}`));
    return true;
  }
}

const callKey = (session: string, id: string | number): string => `${session} ${JSON.stringify(id)}`;

const idOf = (request: FastifyRequest): string | undefined => SessionId.safeParse(request.headers[SESSION_HEADER]).data;
