import { DEFAULT_WORKING_DIR } from "@terrarium/contract/limits";
import { metadataPairs } from "@terrarium/contract/metadata";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { SandboxRecord } from "./sandbox.ts";

type Row = Omit<
  Selectable<Schema["sandboxes"]>,
  "number" | "deviceHost" | "devicePort" | "deviceSerial" | "adbKeySealed" | "replicaId" | "remainingMs"
>;

/** What virtual devices have of whose sandbox it is not noted. */
export const PHONE = { osVersion: "14", storageMb: 1024 } as const;

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
  "osVersion",
  "storageMb",
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
  osVersion: row.osVersion ?? PHONE.osVersion,
  storageMb: row.storageMb ?? PHONE.storageMb,
});

/** The pairs of a column such as metadata. What cannot be read as JSON counts as none: one odd row must not hide the others. */
export function readPairs(text: string): Record<string, string> {
  try {
    return metadataPairs(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Whether metadata has all these labels, with these values. */
export const hasLabels = (metadata: Record<string, string>, labels: Record<string, string>): boolean =>
  Object.entries(labels).every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value);

/** The states of those that have not ended: a stopped one has its place too. */
export const LIVE = ["starting", "running", "stopping", "stopped", "resuming"] as const;

/** Those that have not ended. Written as the index `sandboxesActive` says it, which is found by that. */
export const isActive = (eb: ExpressionBuilder<Schema, "sandboxes">) => eb("state", "<>", sql.lit("ended"));
