import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { OrganizationId, Timestamp } from "./fields.ts";
import { MAX_PAGE_SIZE } from "./limits.ts";
import { Outcome, OUTCOME_OK } from "./outcome.ts";

export const AUDIT_RETENTION_DAYS = 90;
export const AUDIT_PAGE_SIZE = 20;
/** Maximum rows of one export. Paging and counting of entries also stop here. */
export const AUDIT_EXPORT_MAX_ROWS = 10_000;

/**
 * Entries per hour that are kept one by one, in all teams together: for a person, for all API keys that count as one,
 * and for all links that count as one. Beyond that, the first `apart` entries of another call, key or address are kept
 * too. The rest is added to their counts (decision 112).
 */
export const AUDIT_KEPT_AN_HOUR = {
  people: { done: 250, refused: 50 },
  programs: { done: 1_000, refused: 100 },
  links: { done: 100, refused: 50 },
  apart: 100,
} as const;

/** A call that changed something in a team, or attempted to. */
export const AuditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  actorKind: z.enum(["user", "api_key", "anonymous"]),
  actorId: z.string().nullable(),
  actorName: z.string().nullable().describe("null: the user was deleted"),
  action: z.string().describe("Name of the call in the API document"),
  targets: z.record(z.string(), z.string()).describe("Ids that the call named or created; for a snapshot, its name"),
  targetNames: z
    .record(z.string(), z.string())
    .describe(
      "Names at the time of the call, if known. inviteId: the end of the link. templateId: also the template of a sandbox",
    ),
  ip: z.string(),
  userAgent: z.string().nullable(),
  outcome: Outcome,
  requestId: z.string(),
  more: z
    .number()
    .int()
    .describe(
      "Number of similar calls within the hour that are only counted because there were very many: the same call by the same person or API key from the same network with the same outcome. With very many API keys of a person or very many networks, those are included",
    ),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Filter = z.strictObject({
  organizationId: OrganizationId,
  actorId: z.string().max(64).optional().describe("A user or an API key"),
  action: z.string().max(64).optional(),
  outcome: z.string().max(64).optional().describe(`${OUTCOME_OK}, error (any) or an error code`),
  from: Timestamp.optional(),
  to: Timestamp.optional().describe("Not included"),
});

export const getAuditLog = defineEndpoint({
  name: "getAuditLog",
  method: "POST",
  path: "/api/v1/audit/get_audit_log",
  access: "session",
  summary: `Changes and attempted changes in a team, newest first, for ${AUDIT_RETENTION_DAYS} days; for owners and admins`,
  tag: "audit",
  body: Filter.extend({
    page: z.number().int().min(1).max(AUDIT_EXPORT_MAX_ROWS).default(1),
    pageSize: z.number().int().min(1).max(MAX_PAGE_SIZE).default(AUDIT_PAGE_SIZE),
  }),
  response: z.object({
    data: z
      .array(AuditEntry)
      .describe(`Page of the newest ${AUDIT_EXPORT_MAX_ROWS} matching entries; use \`to\` for older ones`),
    total: z
      .number()
      .int()
      .describe(`${AUDIT_EXPORT_MAX_ROWS + 1}: more than ${AUDIT_EXPORT_MAX_ROWS}`),
  }),
  errors: ["role_required"],
});

export const exportAuditLog = defineEndpoint({
  name: "exportAuditLog",
  method: "POST",
  path: "/api/v1/audit/export",
  access: "session",
  summary: `The audit log as a table for spreadsheets, up to ${AUDIT_EXPORT_MAX_ROWS} lines`,
  tag: "audit",
  body: Filter,
  response: z.string().describe("RFC 4180, with a header line"),
  contentType: "text/csv",
  errors: ["role_required"],
});
