import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId, SandboxId } from "./fields.ts";
import { DEVICE_END_TIMEOUT_MS, DEVICE_START_TIMEOUT_MS, FLEET_LIMITS, MAX_PAGE } from "./limits.ts";

/**
 * The fleet side of mobilecli's protocol. With it, mobilecli and mobile-mcp (built on mobilecli) find our boxes as
 * remote devices. Source: github.com/mobile-next/mobilecli 1.0.9, docs/openrpc.md and its packages rpc, commands and
 * devices. A session of mobilecli is a team here, and an allocated device is a box.
 */

/** WebSocket for JSON-RPC 2.0, one request per message. `MOBILECLI_FLEET_URL` is its address. */
export const FLEET_SOCKET_PATH = "/api/v1/fleet";

const fleet = {
  access: "session-or-api-key",
  tag: "fleet",
  nestsError: true,
  ignoresUnknownFields: true,
} as const;

const FleetDevice = z.object({
  id: z.string(),
  status: z.enum(["allocating", "in_use"]),
  info: z.object({
    platform: z.literal("android"),
    type: z.enum(["emulator", "real"]),
    name: z.string(),
    osVersion: z.string(),
    serial: z.string().describe("The box's id"),
  }),
});

/** Condition that an allocated device must meet. */
export const FleetFilter = z.object({
  attribute: z.enum(["platform", "type", "version", "name"]),
  operator: z.enum([
    "EQUALS",
    "STARTS_WITH",
    "CONTAINS",
    "GREATER_THAN",
    "GREATER_THAN_OR_EQUALS",
    "LESS_THAN",
    "LESS_THAN_OR_EQUALS",
  ]),
  value: z.string().min(1).max(100),
});
export type FleetFilter = z.infer<typeof FleetFilter>;

export const createFleetSession = defineEndpoint({
  ...fleet,
  name: "createFleetSession",
  method: "POST",
  path: "/api/v1/sessions",
  scope: "manage",
  changesState: false,
  summary: "Open a session for mobilecli: the caller's team",
  response: z.object({ id: z.string() }),
});

export const listFleetSessions = defineEndpoint({
  ...fleet,
  name: "listFleetSessions",
  method: "GET",
  path: "/api/v1/sessions",
  summary: "The caller's team and its boxes, in mobilecli's format",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(FLEET_LIMITS.listed).default(FLEET_LIMITS.listed),
    before: z.coerce.number().int().min(1).max(MAX_PAGE).default(1).describe("The nextCursor of the previous page"),
  }),
  response: z.object({
    data: z.array(z.object({ id: z.string(), devices: z.array(FleetDevice) })),
    nextCursor: z.string().nullable(),
  }),
});

export const allocateFleetDevice = defineEndpoint({
  ...fleet,
  name: "allocateFleetDevice",
  method: "POST",
  path: "/api/v1/sessions/{organizationId}/devices",
  timeoutMs: DEVICE_START_TIMEOUT_MS,
  summary: "Create a box from the first template that matches all filters",
  params: z.object({ organizationId: OrganizationId }),
  body: z.object({ filters: z.array(FleetFilter).max(FLEET_LIMITS.filters).default([]) }),
  response: z.object({
    allocationId: z.string().describe("The box's id"),
    state: z.enum(["allocating", "online"]),
  }),
  errors: [
    "device_type_unavailable",
    "sandbox_limit",
    "user_sandbox_limit",
    "template_unavailable",
    "device_start_failed",
    "no_space",
  ],
});

export const releaseFleetDevice = defineEndpoint({
  ...fleet,
  name: "releaseFleetDevice",
  method: "POST",
  path: "/api/v1/sessions/{organizationId}/devices/{boxId}/release",
  timeoutMs: DEVICE_END_TIMEOUT_MS,
  summary: "Ends a box of the team",
  params: z.object({ organizationId: OrganizationId, boxId: SandboxId }),
  response: z.object({}),
});

/** One JSON-RPC 2.0 request. */
export const FleetRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(100), z.number()]),
  method: z.string().max(100),
  params: z.unknown().optional(),
});
