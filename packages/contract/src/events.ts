import { z } from "zod";
import { DeviceAction } from "./actions.ts";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId, SandboxId, Timestamp } from "./fields.ts";
import { EndReason } from "./sandbox.ts";

const states = ["starting", "running", "stopping", "stopped", "resuming", "ended"] as const;
const { kind, detail, durationMs, outcome, message, exitCode } = DeviceAction.shape;

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ id: z.string(), type: z.literal(type), at: Timestamp, boxId: SandboxId, data });

/** An event of a team's boxes. */
export const TeamEvent = z.discriminatedUnion("type", [
  event("box.state", z.object({ state: z.enum(states), reason: EndReason.nullable().describe("Why it ended") })),
  event("box.action", z.object({ id: z.string(), kind, detail, durationMs, outcome, message, exitCode })),
]);
export type TeamEvent = z.infer<typeof TeamEvent>;
/** A change of a box's state, before it is published. */
export type BoxStateEvent = Omit<Extract<TeamEvent, { type: "box.state" }>, "id" | "at">;

/** Name of the message that says that events may be missing before the next ones. Its data is empty. */
export const EVENTS_MISSING = "missing";
/** Name of the last message of a stream that the server ends. Its data is the reason. */
export const EVENTS_END = "end";

export const EventsQuery = z.strictObject({
  box: SandboxId.optional().describe("Only events of this box"),
  organizationId: OrganizationId.optional().describe("Default: the API key's team, or the user's first"),
});

/** WebSocket with the same events, one JSON text per message. The query parameter `after` is the last event's id. */
export const EVENTS_SOCKET_PATH = "/api/v1/events/socket";
export const EventsSocketQuery = EventsQuery.extend({ after: z.string().max(64).optional() });

export const getEvents = defineEndpoint({
  name: "getEvents",
  method: "GET",
  path: "/api/v1/events",
  access: "session-or-api-key",
  tag: "events",
  summary: "Stream the events of a team's boxes as they happen: states, and actions of the timeline with their results",
  description: `Server-sent events with the type as name and JSON as data. With the header Last-Event-ID, the stream continues after that event: events of about ten minutes are kept, and some may repeat. The message \`${EVENTS_MISSING}\` says that others may be missing: read the state anew. The message \`${EVENTS_END}\` gives the reason of an end. \`${EVENTS_SOCKET_PATH}\` is the same as a WebSocket, with \`after\` in the query`,
  query: EventsQuery,
  response: z.string().describe("Blocks of `id:`, `event:` and `data:` lines"),
  contentType: "text/event-stream",
  errors: ["sandbox_not_found", "socket_limit"],
});
