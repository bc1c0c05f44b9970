import type { DeviceAction } from "@terrarium/contract/actions";
import type { EndReason } from "@terrarium/contract/sandbox";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { Generated } from "kysely";

/** Tables of sandboxes, their templates and phones, and their stored data. */
export interface SandboxTables {
  templates: TemplatesTable;
  sandboxes: SandboxesTable;
  sandboxBlocks: SandboxBlocksTable;
  keepsakes: KeepsakesTable;
  deviceActions: DeviceActionsTable;
  phones: PhonesTable;
  boxTokens: BoxTokensTable;
  publicPorts: PublicPortsTable;
  recordings: RecordingsTable;
  snapshots: SnapshotsTable;
  snapshotParts: SnapshotPartsTable;
}

interface TemplatesTable {
  id: string;
  name: string;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  visibility: "public" | "private";
  createdAt: number;
  updatedAt: number;
}

interface SandboxesTable {
  id: string;
  organizationId: string;
  /** Unique and increasing within its team. */
  number: number;
  /** Name for display. */
  name: string | null;
  templateId: string;
  templateName: string;
  /** Name of its device's provider. */
  provider: Generated<string>;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  /** Null: a phone. */
  kind: SandboxKind | null;
  /** JSON object of strings; may be any text in old rows. */
  metadata: string;
  /** JSON object of strings, for its commands; deleted when the sandbox ends. */
  envs: Generated<string>;
  /** Working folder of its commands. Null: the default. */
  workingDir: string | null;
  /** Time by which each use extends it. 0: use does not extend it. */
  keepAliveMs: Generated<number>;
  /** Initial lifetime. Null: unknown, created by an older version. */
  lifetimeMs: number | null;
  /** Remaining lifetime while it is stopped. */
  remainingMs: number | null;
  /** Android release or Linux version, and storage. Null: those of the virtual phone. */
  osVersion: string | null;
  storageMb: number | null;
  /**
   * From starting to running to ended. In between it may be stopped and started again: stopping, stopped, resuming,
   * running.
   */
  state: "starting" | "running" | "stopping" | "stopped" | "resuming" | "ended";
  createdAt: number;
  startedAt: number;
  updatedAt: number;
  expiresAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  /** ADB address of its device, while it runs. */
  deviceHost: string | null;
  devicePort: number | null;
  /** Serial of its device, if an adb server listens at the address. */
  deviceSerial: string | null;
  /** PKCS#8 PEM of the ADB key, sealed; deleted when the sandbox ends. */
  adbKeySealed: string | null;
  /** Server that last started or stopped its device. Null: an older version. */
  replicaId: string | null;
  /** User of the limit over all teams. Null: none. */
  countsFor: string | null;
  /** User who created it, and the API key for that. Null: none, or unknown (older version). */
  creatorId: string | null;
  creatorKeyId: string | null;
}

/** Number of a team's sandboxes with a number in each block; empty blocks are deleted. */
interface SandboxBlocksTable {
  organizationId: string;
  block: number;
  size: number;
}

/** Data kept of an ended sandbox, as long as it is listed. */
interface KeepsakesTable {
  sandboxId: string;
  organizationId: string;
  keptAt: number;
  /** PNG file in base64; only a team's latest are kept. */
  frame: string | null;
  /** End of the device's log, compressed (gzip) and in base64. */
  log: string | null;
}

/** Actions on devices; deleted when their sandbox leaves the list. */
interface DeviceActionsTable {
  id: string;
  sandboxId: string;
  at: number;
  actorKind: DeviceAction["actorKind"];
  actorId: string;
  kind: DeviceAction["kind"];
  detail: string;
  durationMs: number;
  outcome: string;
  /** Error message. Null: it succeeded, the message is private, or an older version of the server wrote the entry. */
  message: string | null;
  /** Exit code of a command. Null: it has none, or an older version of the server wrote the entry. */
  exitCode: number | null;
}

/** Attached phones of the provider adb. Phones that are removed from the settings stay, unused. */
interface PhonesTable {
  /** host:port, and /serial behind an adb server. */
  route: string;
  /** A phone in state `cleaning` has no sandbox and cannot be leased. */
  state: "cleaning" | "free" | "leased" | "quarantined";
  /** Sandbox that leases it. */
  sandboxId: string | null;
  leasedAt: number;
  /** Start of the latest check, and time of the latest answer. */
  checkedAt: number;
  seenAt: number;
  /** Number of failed checks in a row. */
  failures: number;
  /** End of a server's cleaning claim, and number of failed cleanings in a row. */
  cleaningUntil: number;
  cleaningFailures: number;
  /** JSON: model and state, as last read. Null: it has not answered yet. */
  facts: string | null;
  /** JSON: its content without a user. Null: not read yet. */
  baseline: string | null;
  /** Why it is quarantined or does not answer, for the operator. */
  detail: string | null;
}

interface SnapshotsTable {
  id: string;
  /** Null: it will be deleted soon, because it or its team was deleted. */
  organizationId: string | null;
  name: string;
  sizeBytes: number;
  /** Whether it is complete. */
  isWhole: 0 | 1;
  createdAt: number;
  /** Origin at the time of the snapshot, and its creator. Null: unknown, created by an older version. */
  sandboxId: string | null;
  sandboxName: string | null;
  templateId: string | null;
  templateName: string | null;
  actorKind: DeviceAction["actorKind"] | null;
  actorId: string | null;
  /** User of the limit over all teams. Null: none. */
  countsFor: string | null;
}

interface SnapshotPartsTable {
  snapshotId: string;
  /** Offset in the snapshot. */
  startByte: number;
  bytes: Uint8Array;
}

/** Tokens for one sandbox. Each is deleted with the sandbox, and with its creator's API key or membership. */
interface BoxTokensTable {
  id: string;
  /** SHA-256 of the token, in hex. */
  tokenHash: string;
  sandboxId: string;
  organizationId: string;
  /** Its creator is either a user or an API key. */
  userId: string | null;
  apiKeyId: string | null;
  /**
   * Hash of the API key secret that created it; the token is valid as long as that secret. Null: as long as the key.
   */
  apiKeyHash: string | null;
  /** Names of its rights, including implied ones, separated by spaces. */
  rights: string;
  createdAt: number;
  expiresAt: number;
}

/** Ports of sandboxes that anybody may reach; deleted with the sandbox. */
interface PublicPortsTable {
  sandboxId: string;
  port: number;
  createdAt: number;
}

/** Screen recordings of sandboxes: a film, or the last minutes for a rewind. */
interface RecordingsTable {
  sandboxId: string;
  kind: "film" | "rewind";
  /** Server that records it. */
  replicaId: string;
  /** Storage key of the film or of the requested rewind. Null: there is none yet. */
  storageKey: string | null;
  /** Length requested by another server. Null: none. */
  askedMs: number | null;
}
