import { WORKING_DIR } from "@terrarium/contract/limits";
import { metadataPairs } from "@terrarium/contract/metadata";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import type { DeviceModel } from "@terrarium/device-providers/provider";
import type { Schema } from "@terrarium/platform/db/schema";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
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
  | "countsFor"
  | "creatorId"
  | "creatorKeyId"
>;

/** Values of virtual devices in rows without these columns. */
const PHONE = { osVersion: "15", storageMb: 1024 } as const;

/**
 * Returns Android's release, if the template's image has it. For Linux, returns just that until the device reports its
 * version.
 */
export const releaseOf = ({ image, kind }: Pick<DeviceModel, "image" | "kind">): string =>
  kind === undefined ? (/redroid:(\d+)/.exec(image ?? "")?.[1] ?? PHONE.osVersion) : "linux";

/** Columns of a record. */
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
  "kind",
  "metadata",
  "envs",
  "workingDir",
  "keepAliveMs",
  "lifetimeMs",
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

export const toRecord = ({ kind: noted, ...row }: Row): SandboxRecord => {
  const kind = noted ?? "phone";
  return {
    ...row,
    kind,
    metadata: readPairs(row.metadata),
    envs: readPairs(row.envs),
    workingDir: row.workingDir ?? WORKING_DIR[boxTypeOf({ kind })],
    osVersion: row.osVersion ?? PHONE.osVersion,
    storageMb: row.storageMb ?? PHONE.storageMb,
  };
};

/** Parses a column with pairs, such as metadata. Invalid JSON counts as none: one bad row must not hide the others. */
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

/** States of sandboxes that have not ended. A stopped one counts too. */
export const LIVE = ["starting", "running", "stopping", "stopped", "resuming"] as const;

/**
 * Condition for sandboxes that have not ended. It repeats the WHERE clause of the partial indexes, so that the database
 * uses these.
 */
export const isActive = (eb: ExpressionBuilder<Schema, "sandboxes">) => eb("state", "<>", sql.lit("ended"));
