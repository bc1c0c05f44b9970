import { type AuditEntry, exportAuditLog, getAuditLog } from "@terrarium/contract/audit";
import { actionWords, type AuditTarget, type AuditTargetField, auditTargets } from "@terrarium/contract/audit-words";
import type { FastifyInstance } from "fastify";
import { asDownload, toCsv, toCsvRows } from "../http/csv.ts";
import { serve } from "../http/serve.ts";
import type { AuditService } from "./service.ts";

const HEADER = [
  "Time",
  "Actor kind",
  "Actor",
  "Actor id",
  "Action",
  "Targets",
  "Target ids",
  "Address",
  "Program",
  "Outcome",
  "Request",
  "Call",
  "More like it",
];

export function registerAuditRoutes(app: FastifyInstance, { audit }: { audit: AuditService }): void {
  serve(app, getAuditLog, ({ caller, body }) => audit.list(caller, body));
  serve(app, exportAuditLog, async ({ caller, body, reply }) => {
    let table = toCsv(HEADER, []);
    for await (const entries of audit.export(caller, body)) table += toCsvRows(entries.map(toRow));
    asDownload(reply, "text/csv; charset=utf-8", "audit-log.csv");
    return table;
  });
}

const KINDS: Readonly<Record<AuditTargetField, string>> = {
  apiKeyId: "API key",
  sandboxId: "Sandbox",
  snapshotName: "Snapshot",
  inviteId: "Invite link",
  webhookId: "Webhook",
  templateId: "Template",
  userId: "Member",
};

/** Returns the kind and the name of a target. */
function targetWords({ field, name, template }: AuditTarget): string {
  const kind = KINDS[field];
  if (name !== undefined) return field === "inviteId" ? `${kind} until ${name}` : `${kind} "${name}"`;
  return template === undefined ? kind : `${kind} of ${template}`;
}

const toRow = (entry: AuditEntry): string[] => [
  entry.at,
  entry.actorKind,
  entry.actorName ?? "",
  entry.actorId ?? "",
  actionWords(entry.action),
  auditTargets(entry).map(targetWords).join(", "),
  Object.entries(entry.targets)
    .map(([name, id]) => `${name}=${id}`)
    .join(" "),
  entry.ip,
  entry.userAgent ?? "",
  entry.outcome,
  entry.requestId,
  entry.action,
  String(entry.more),
];
