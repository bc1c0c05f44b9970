import { metadataPairs } from "@terrarium/contract/metadata";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { SandboxRecord } from "./sandbox.ts";

type Row = Omit<
  Selectable<Schema["sandboxes"]>,
  "number" | "deviceHost" | "devicePort" | "deviceSerial" | "adbKeySealed" | "replicaId"
>;

/** What of a row makes a record. */
export const COLUMNS = [
  "id",
  "organizationId",
  "name",
  "templateId",
  "templateName",
  "provider",
  "cpu",
  "memoryMb",
  "widthPx",
  "heightPx",
  "metadata",
  "state",
  "createdAt",
  "startedAt",
  "updatedAt",
  "expiresAt",
  "endedAt",
  "endReason",
] as const satisfies ReadonlyArray<keyof Row>;

export const toRecord = (row: Row): SandboxRecord => ({ ...row, metadata: readMetadata(row.metadata) });

/** What cannot be read as JSON counts as none: one odd row must not hide the others. */
function readMetadata(text: string): Record<string, string> {
  try {
    return metadataPairs(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The states of those that start or run. */
export const LIVE = ["starting", "running"] as const;

/** Those that start or run. Written as the index `sandboxesActive` says it, which is found by that. */
export const isActive = (eb: ExpressionBuilder<Schema, "sandboxes">) => eb("state", "<>", sql.lit("ended"));
