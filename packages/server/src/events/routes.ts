import {
  EVENTS_END,
  EVENTS_MISSING,
  EVENTS_SOCKET_PATH,
  EventsQuery,
  EventsSocketQuery,
  getEvents,
  type TeamEvent,
} from "@terrarium/contract/events";
import { EVENT_LIMITS } from "@terrarium/contract/limits";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, heldBy, requireScope } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { readBearerToken } from "../http/authenticate.ts";
import { EventStream } from "../http/event-stream.ts";
import { serve } from "../http/serve.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxService } from "../sandboxes/service.ts";
import { closeSocket, closingOf, readSocketToken, watchAccess } from "../sockets/live-socket.ts";
import { serveLiveSocket } from "../sockets/serve-live-socket.ts";
import { createCallerCounter } from "../sockets/take-while-open.ts";
import type { EventListener, EventService } from "./service.ts";

const LastEventId = z.string().max(64).optional().catch(undefined);

interface EventParts {
  events: Pick<EventService, "listen">;
  organizations: Pick<OrganizationService, "ofCaller">;
  sandboxes: Pick<SandboxService, "get">;
  accessChanges: Pick<AccessChanges, "subscribe">;
}

interface Access {
  caller: Caller;
  organizationId: string;
}

/** Serves the events of a team as server-sent events. Returns the function that registers the WebSocket. */
export function registerEventRoutes(app: FastifyInstance, parts: EventParts): (scope: FastifyInstance) => void {
  const count = createCallerCounter(EVENT_LIMITS.streams);
  const open = new Set<(error: unknown) => void>();

  async function authorize(
    request: FastifyRequest,
    token: string,
    query: z.infer<typeof EventsQuery>,
  ): Promise<Access> {
    const caller = await app.authenticate(token);
    await app.admit(request, caller);
    if (caller.kind === "box-token")
      throw new AppError("scope_required", { scope: "read", held: `${heldBy(caller)} of one sandbox` });
    requireScope(caller, "read");
    const { box, organizationId } = query;
    const team = box === undefined ? undefined : (await parts.sandboxes.get(caller, box)).organizationId;
    if (team !== undefined && organizationId !== undefined && team !== organizationId)
      throw new AppError("sandbox_not_found", { sandboxId: box });
    return { caller, organizationId: await parts.organizations.ofCaller(caller, team ?? organizationId) };
  }

  serve(app, getEvents, async ({ query, request, reply }) => {
    let end = (_error: unknown): void => undefined;
    const watch = watchAccess(
      () => authorize(request, readBearerToken(request), query),
      parts.accessChanges,
      (error) => end(error),
    );
    try {
      const { caller, organizationId } = await watch.authorize();
      count(request.raw.socket, caller);
      const lastId = LastEventId.parse(request.headers["last-event-id"]);
      reply.hijack();
      const stream = new EventStream(reply.raw, reply.getHeaders());
      end = (error) => {
        stream.send(EVENTS_END, closingOf(error, request).reason);
        stream.end();
      };
      open.add(end);
      const stop = parts.events.listen(
        organizationId,
        lastId,
        only(query.box, (event) => {
          if (reply.raw.writableLength > EVENT_LIMITS.unreadBytes) return end(new AppError("events_unread"));
          if (event) stream.send(event.type, JSON.stringify(event), event.id);
          else stream.send(EVENTS_MISSING, "");
        }),
      );
      void stream.closed.then(() => {
        stop();
        watch.stop();
        return open.delete(end);
      });
      return "";
    } catch (error) {
      watch.stop();
      throw error;
    }
  });
  app.addHook("preClose", async () => {
    for (const end of open) end(new AppError("shutting_down"));
  });

  return (scope) =>
    serveLiveSocket(scope, {
      url: EVENTS_SOCKET_PATH,
      accessChanges: parts.accessChanges,
      authorize: async (request) => {
        const { data: query, error } = EventsSocketQuery.safeParse(request.query);
        if (error) throw new AppError("invalid_request", { detail: "the query has box, organizationId and after" });
        return { ...(await authorize(request, readSocketToken(request), query)), query };
      },
      open: async ({ socket, access: { caller, organizationId, query } }) => {
        count(socket, caller);
        const stop = parts.events.listen(
          organizationId,
          query.after,
          only(query.box, (event) => {
            if (socket.bufferedAmount > EVENT_LIMITS.unreadBytes)
              return closeSocket(socket, CLOSE_CODES.tooMany, new AppError("events_unread").message);
            socket.send(JSON.stringify(event ?? { type: EVENTS_MISSING }));
          }),
        );
        return { close: stop };
      },
    });
}

/** Passes only the events of one box, if one is named. */
const only =
  (box: string | undefined, listener: EventListener): EventListener =>
  (event: TeamEvent | undefined) => {
    if (event === undefined || box === undefined || event.boxId === box) listener(event);
  };
