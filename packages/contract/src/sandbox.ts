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
  name: z.string().nullable().default(null).describe("Name for people"),
  templateId: z.string(),
  templateName: z.string(),
  kind: z.enum(SANDBOX_KINDS).default("phone").describe("Kind. Missing: a phone"),
  cpu: z.number().int().describe("Cores"),
  memory: z.number().int().describe("MB"),
  metadata: z.unknown().describe("Pairs of strings; other stored values are converted"),
  startedAt: Timestamp,
  expiresAt: Timestamp.describe("Time at which it ends; for a stopped one, time until which it is kept"),
  status: SandboxStatus,
  endedAt: Timestamp.nullable(),
  endReason: EndReason.nullable().describe("Reason of its end"),
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
    "A page of a team's sandboxes, newest first; by default those that have not ended. Ended ones are kept for a day",
  description: "By status, search, filters and sort order, with the counts",
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
      .describe("Part of the id, name, template id or metadata (key: value), case-insensitive"),
    filters: SandboxFilters.optional().describe("All filters must match"),
    sort: z
      .strictObject({ by: z.enum(SANDBOX_SORTS), order: z.enum(["ascending", "descending"]).default("ascending") })
      .optional(),
  }),
  response: z.object({
    data: z.array(Sandbox),
    total: z.number().int().describe("Total number on all pages"),
    running: z.number().int().describe("Number of the team's running sandboxes, without filters"),
    ended: z.number().int().describe("Number of the team's ended sandboxes, without filters"),
  }),
});

/** A sandbox with the details for its own page. */
export const SandboxDetails = Sandbox.extend({
  organizationId: OrganizationId,
  createdAt: Timestamp.describe("Time of the request; it started when its device was ready"),
  expiresIn: z
    .string()
    .nullable()
    .default(null)
    .describe("Initial lifetime, such as 1800000ms, not changed later; null: not recorded"),
  resolution: z
    .object({ width: z.number().int(), height: z.number().int() })
    .optional()
    .describe("Pixels. Missing if it has no screen"),
});
export type SandboxDetails = z.infer<typeof SandboxDetails>;

export const getSandbox = defineEndpoint({
  name: "getSandbox",
  method: "POST",
  path: "/api/v1/sandbox/get_sandbox",
  access: "session-or-api-key",
  summary: "One sandbox of a team, or of any of the caller's teams",
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
    "Delete a sandbox: a running one ends and stays listed as ended for a day; an ended one is deleted permanently",
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
  summary: "Name a sandbox; an empty name removes its name",
  tag: "sandbox",
  body: z.strictObject({ sandboxId: SandboxId, organizationId: OrganizationId, name: SandboxName }),
  response: Empty,
});
