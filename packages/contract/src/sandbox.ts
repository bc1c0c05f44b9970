import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, OrganizationId, SandboxId, SandboxName, Timestamp } from "./fields.ts";
import {
  DEVICE_END_TIMEOUT_MS,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  SANDBOX_PAGE_SIZE,
  SANDBOX_SEARCH_MAX_CHARS,
} from "./limits.ts";
import { SANDBOX_KINDS } from "./sandbox-kind.ts";

/** "Running" and the states around it, as shown in the console. A stopped sandbox can be started again. */
export const SANDBOX_STATUSES = ["Starting", "Running", "Stopped", "Terminated", "Expired", "Failed"] as const;
export const SandboxStatus = z.enum(SANDBOX_STATUSES);
export type SandboxStatus = z.infer<typeof SandboxStatus>;

/** Filters of a sandbox list: one status, all that have not ended, all that have ended, or all. */
export const LISTED_STATUSES = [...SANDBOX_STATUSES, "Active", "Ended", "All"] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** Columns that can sort a list. */
export const SANDBOX_SORTS = ["id", "name", "template", "cpu", "memory", "started", "timeLeft", "status"] as const;
export type SandboxSort = (typeof SANDBOX_SORTS)[number];

export const END_REASONS = ["user", "expiry", "quota", "crash", "budget", "start_failed", "shutdown"] as const;
export const EndReason = z.enum(END_REASONS);
export type EndReason = z.infer<typeof EndReason>;

export const Sandbox = z.object({
  id: SandboxId,
  name: z.string().nullable().default(null).describe("What people call it"),
  templateId: z.string(),
  templateName: z.string(),
  kind: z.enum(SANDBOX_KINDS).default("phone").describe("What it is; a phone if it is not there"),
  cpu: z.number().int().describe("Cores"),
  memory: z.number().int().describe("MB"),
  metadata: z.unknown().describe("Key and value pairs, texts both; a value that is not does not spoil a list"),
  startedAt: Timestamp,
  expiresAt: Timestamp.describe("When it ends by itself; of a stopped one, until when it is kept"),
  status: SandboxStatus,
  endedAt: Timestamp.nullable(),
  endReason: EndReason.nullable().describe("Who or what ended it"),
});
export type Sandbox = z.infer<typeof Sandbox>;

const SandboxFilters = z.strictObject({
  startedWithinHours: z.number().min(0).max(1_000_000).optional(),
  cpu: z.number().int().optional().describe("Cores"),
  memory: z.number().int().optional().describe("MB"),
});
export type SandboxFilters = z.infer<typeof SandboxFilters>;

export const getSandboxList = defineEndpoint({
  name: "getSandboxList",
  method: "POST",
  path: "/api/v1/sandbox/get_sandbox_list",
  access: "session-or-api-key",
  summary:
    "A page of a team's sandboxes, newest first: those that have not ended, or as asked for; ended ones are kept for a day",
  tag: "sandbox",
  body: z.strictObject({
    page: z.number().int().min(1).max(MAX_PAGE).default(1),
    pageSize: z.number().int().min(1).max(MAX_PAGE_SIZE).default(SANDBOX_PAGE_SIZE),
    organizationId: OrganizationId,
    status: z
      .enum(LISTED_STATUSES)
      .default("Active")
      .describe("Active: Starting, Running and Stopped. Ended: all others"),
    search: z
      .string()
      .max(SANDBOX_SEARCH_MAX_CHARS)
      .optional()
      .describe("A part of the id, name, template id or metadata (key: value), in any case"),
    filters: SandboxFilters.optional().describe("All of them must fit"),
    sort: z
      .strictObject({ by: z.enum(SANDBOX_SORTS), order: z.enum(["ascending", "descending"]).default("ascending") })
      .optional(),
  }),
  response: z.object({
    data: z.array(Sandbox),
    total: z.number().int().describe("How many there are on all pages"),
    running: z.number().int().describe("How many of the team's sandboxes are running, whatever was asked for"),
    ended: z.number().int().describe("How many ended ones of the team are kept, whatever was asked for"),
  }),
});

/** A sandbox with the details for its own page. */
export const SandboxDetails = Sandbox.extend({
  organizationId: OrganizationId,
  createdAt: Timestamp.describe("When it was asked for; it started when its device was ready"),
  expiresIn: z
    .string()
    .nullable()
    .default(null)
    .describe("The lifetime that it was made with, such as 1800000ms, whatever became of it; null: it was not noted"),
  resolution: z
    .object({ width: z.number().int(), height: z.number().int() })
    .optional()
    .describe("Pixels; not there if it has no screen"),
});
export type SandboxDetails = z.infer<typeof SandboxDetails>;

export const getSandbox = defineEndpoint({
  name: "getSandbox",
  method: "POST",
  path: "/api/v1/sandbox/get_sandbox",
  access: "session-or-api-key",
  summary: "One sandbox of a team, or of whichever of the caller's teams it belongs to",
  tag: "sandbox",
  body: z.strictObject({ sandboxId: SandboxId, organizationId: OrganizationId.optional() }),
  response: SandboxDetails,
});

export const deleteSandbox = defineEndpoint({
  name: "deleteSandbox",
  method: "POST",
  path: "/api/v1/sandbox/delete_sandbox",
  access: "session-or-api-key",
  summary:
    "Remove a sandbox: a running one ends and is kept among the ended ones for a day, an ended one is gone for good",
  timeoutMs: DEVICE_END_TIMEOUT_MS,
  tag: "sandbox",
  body: z.strictObject({ sandboxId: SandboxId, organizationId: OrganizationId }),
  response: Empty,
});

export const renameSandbox = defineEndpoint({
  name: "renameSandbox",
  method: "POST",
  path: "/api/v1/sandbox/rename_sandbox",
  access: "session-or-api-key",
  summary: "Give a sandbox a name, or with an empty one take it away",
  tag: "sandbox",
  body: z.strictObject({ sandboxId: SandboxId, organizationId: OrganizationId, name: SandboxName }),
  response: Empty,
});
