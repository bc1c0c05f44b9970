import { WORKING_DIR } from "@terrarium/contract/limits";
import { metadataPairs } from "@terrarium/contract/metadata";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { DeviceModel } from "../providers/provider.ts";
import type { SandboxRecord } from "./sandbox.ts";

type Row = Omit<
  Selectable<Schema["sandboxes"]>,
  "number" | "deviceHost" | "devicePort" | "deviceSerial" | "adbKeySealed" | "replicaId" | "remainingMs" | "countsFor"
>;

/** What virtual devices have of whose sandbox it is not noted. */
const PHONE = { osVersion: "14", storageMb: 1024 } as const;

/** Android's release, where a template's image says it; of a Linux, until its device tells, just that. */
export const releaseOf = ({ image, kind }: Pick<DeviceModel, "image" | "kind">): string =>
  kind === undefined ? (/redroid:(\d+)/.exec(image ?? "")?.[1] ?? PHONE.osVersion) : "linux";

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

/** Those that have not ended. Written as the indexes say it that hold these alone, which are found by that. */
export const isActive = (eb: ExpressionBuilder<Schema, "sandboxes">) => eb("state", "<>", sql.lit("ended"));
