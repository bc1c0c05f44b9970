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

const toRow = (entry: AuditEntry): string[] => [
  entry.at,
  entry.actorKind,
  entry.actorName ?? "",
  entry.actorId ?? "",
  entry.action,
  Object.entries(entry.targets)
    .map(([name, id]) => `${name}=${id}`)
    .join(" "),
  entry.ip,
  entry.userAgent ?? "",
  entry.outcome,
  entry.requestId,
];
