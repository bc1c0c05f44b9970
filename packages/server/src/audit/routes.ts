import { exportAuditLog, getAuditLog, type AuditEntry } from "@terrarium/contract/audit";
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

const KINDS: Readonly<Record<string, string>> = {
  apiKeyId: "API key",
  sandboxId: "Sandbox",
  inviteId: "Invite link",
  templateId: "Template",
  userId: "Member",
};

/** What the targets are and are called; the team, which all entries are of, goes without saying. */
function targetWords({ targets, targetNames }: AuditEntry): string {
  const words = Object.keys(targets).flatMap((field) => {
    const kind = KINDS[field];
    const name = targetNames[field];
    // The template of a sandbox is said with it.
    if (kind === undefined || (field === "templateId" && targets.sandboxId !== undefined)) return [];
    if (name !== undefined) return field === "inviteId" ? `${kind} until ${name}` : `${kind} "${name}"`;
    const { templateId: template } = targetNames;
    return field === "sandboxId" && template !== undefined ? `${kind} of ${template}` : kind;
  });
  return words.join(", ");
}

const toRow = (entry: AuditEntry): string[] => [
  entry.at,
  entry.actorKind,
  entry.actorName ?? "",
  entry.actorId ?? "",
  entry.action,
  targetWords(entry),
  Object.entries(entry.targets)
    .map(([name, id]) => `${name}=${id}`)
    .join(" "),
  entry.ip,
  entry.userAgent ?? "",
  entry.outcome,
  entry.requestId,
];
