import { DEFAULT_WORKING_DIR } from "@terrarium/contract/limits";
import { metadataPairs } from "@terrarium/contract/metadata";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { SandboxRecord } from "./sandbox.ts";

type Row = Omit<
  Selectable<Schema["sandboxes"]>,
  | "number"
  | "deviceHost"
  | "devicePort"
  | "deviceSerial"
  | "adbKeySealed"
  | "replicaId"
  | "remainingMs"
  | "osVersion"
  | "storageMb"
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
  "envs",
  "workingDir",
  "keepAliveMs",
  "state",
  "createdAt",
  "startedAt",
  "updatedAt",
  "expiresAt",
  "endedAt",
  "endReason",
] as const satisfies ReadonlyArray<keyof Row>;

export const toRecord = (row: Row): SandboxRecord => ({
  ...row,
  metadata: readPairs(row.metadata),
  envs: readPairs(row.envs),
  workingDir: row.workingDir ?? DEFAULT_WORKING_DIR,
});

/** What cannot be read as JSON counts as none: one odd row must not hide the others. */
function readPairs(text: string): Record<string, string> {
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
