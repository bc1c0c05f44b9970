import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, Metadata, OrganizationId, SandboxId, Timestamp } from "./fields.ts";
import { MAX_PAGE_SIZE, SANDBOX_PAGE_SIZE } from "./limits.ts";

/** "Running" and, as the console shows them, the states around it. */
export const SandboxStatus = z.enum(["Starting", "Running", "Stopped", "Expired", "Failed"]);
export type SandboxStatus = z.infer<typeof SandboxStatus>;

export const END_REASONS = ["user", "expiry", "quota", "crash", "budget", "start_failed", "shutdown"] as const;
export const EndReason = z.enum(END_REASONS);
export type EndReason = z.infer<typeof EndReason>;

export const Sandbox = z.object({
  id: SandboxId,
  templateId: z.string(),
  templateName: z.string(),
  cpu: z.number().int().describe("Cores"),
  memory: z.number().int().describe("MB"),
  metadata: Metadata,
  startedAt: Timestamp,
  expiresAt: Timestamp,
  status: SandboxStatus,
  endedAt: Timestamp.nullable(),
  endReason: EndReason.nullable().describe("Who or what ended it"),
});
export type Sandbox = z.infer<typeof Sandbox>;

export const getSandboxList = defineEndpoint({
  name: "getSandboxList",
  method: "POST",
  path: "/api/v1/sandbox/get_sandbox_list",
  access: "session-or-api-key",
  summary: "A page of a team's sandboxes, newest first; ended ones stay listed for a day",
  tag: "sandbox",
  body: z.object({
    page: z.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.number().int().min(1).max(MAX_PAGE_SIZE).default(SANDBOX_PAGE_SIZE),
    organizationId: OrganizationId,
  }),
  response: z.object({
    data: z.array(Sandbox),
    total: z.number().int(),
    running: z.number().int().describe("How many of the team's sandboxes are running"),
  }),
});

/** A sandbox with what a page about it alone needs. */
export const SandboxDetails = Sandbox.extend({
  createdAt: Timestamp.describe("When it was asked for; it started when its device was ready"),
  resolution: z.object({ width: z.number().int(), height: z.number().int() }).describe("Pixels"),
});
export type SandboxDetails = z.infer<typeof SandboxDetails>;

export const getSandbox = defineEndpoint({
  name: "getSandbox",
  method: "POST",
  path: "/api/v1/sandbox/get_sandbox",
  access: "session-or-api-key",
  summary: "One sandbox of a team",
  tag: "sandbox",
  body: z.object({ sandboxId: SandboxId, organizationId: OrganizationId }),
  response: SandboxDetails,
});

export const deleteSandbox = defineEndpoint({
  name: "deleteSandbox",
  method: "POST",
  path: "/api/v1/sandbox/delete_sandbox",
  access: "session-or-api-key",
  summary: "End a running sandbox, or remove an ended one from the list",
  tag: "sandbox",
  body: z.object({ sandboxId: SandboxId, organizationId: OrganizationId }),
  response: Empty,
});
