import type { DeviceAction } from "@terrarium/contract/actions";
import type { EndReason } from "@terrarium/contract/sandbox";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { Generated } from "kysely";

/** Sandboxes, what they are made of, and what is kept of them. */
export interface SandboxTables {
  templates: TemplatesTable;
  sandboxes: SandboxesTable;
  sandboxBlocks: SandboxBlocksTable;
  keepsakes: KeepsakesTable;
  deviceActions: DeviceActionsTable;
  phones: PhonesTable;
  boxTokens: BoxTokensTable;
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
  /** Unique in its team, larger than those of all that the team made before. */
  number: number;
  /** What people call it. */
  name: string | null;
  templateId: string;
  templateName: string;
  /** The name of the provider that has its device. */
  provider: Generated<string>;
  cpu: number;
  memoryMb: number;
  widthPx: number;
  heightPx: number;
  /** What it is; null: a phone. */
  kind: SandboxKind | null;
  /** JSON object of strings; what old rows have may be any text. */
  metadata: string;
  /** JSON object of strings, for its commands; forgotten when the sandbox ends. */
  envs: Generated<string>;
  /** Where its commands begin; null: where those of all do. */
  workingDir: string | null;
  /** For how long each use keeps it; 0: it ends at its time, whoever uses it. */
  keepAliveMs: Generated<number>;
  /** The lifetime that it was made with. Null: an older version made it, and nobody knows. */
  lifetimeMs: number | null;
  /** What of its lifetime is left, while it is stopped. */
  remainingMs: number | null;
  /** Android's release or which Linux, and its storage. Null: those of the virtual phone. */
  osVersion: string | null;
  storageMb: number | null;
  /**
   * From starting to running to ended. In between one may be stopped and started again: stopping, stopped, resuming, and
   * running as before.
   */
  state: "starting" | "running" | "stopping" | "stopped" | "resuming" | "ended";
  createdAt: number;
  startedAt: number;
  updatedAt: number;
  expiresAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  /** Where its device answers ADB, while it runs. */
  deviceHost: string | null;
  devicePort: number | null;
  /** Given if an adb server listens there: which of its devices it is. */
  deviceSerial: string | null;
  /** PKCS#8 PEM of the ADB key, sealed; forgotten when the sandbox ends. */
  adbKeySealed: string | null;
  /** The server that starts or stops its device, or did last. Null: one of a version before this was noted. */
  replicaId: string | null;
  /** The user for whose limit over all teams it counts. Null: nobody's. */
  countsFor: string | null;
}

/** How many sandboxes of a team have a number of this block; none is kept of which no sandbox is left. */
interface SandboxBlocksTable {
  organizationId: string;
  block: number;
  size: number;
}

/** What is kept of a sandbox that has ended, as long as it is listed itself. */
interface KeepsakesTable {
  sandboxId: string;
  organizationId: string;
  keptAt: number;
  /** A PNG file in base64; only the newest of a team are kept. */
  frame: string | null;
  /** The end of the device's log, compressed (gzip) and in base64. */
  log: string | null;
}

/** They go when their sandbox leaves the list. */
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
}

/** Phones that are attached, of the provider adb; one that is taken out of the settings stays, unused. */
interface PhonesTable {
  /** host:port, and behind an adb server /serial. */
  route: string;
  /** A phone that is cleaning is nobody's, and not for use before that is done. */
  state: "cleaning" | "free" | "leased" | "quarantined";
  /** Whose it is, while it is leased. */
  sandboxId: string | null;
  leasedAt: number;
  /** When a server began to ask it last, and when it answered last. */
  checkedAt: number;
  seenAt: number;
  /** How often in a row it did not answer. */
  failures: number;
  /** Until when a server has it for cleaning; how often in a row that failed. */
  cleaningUntil: number;
  cleaningFailures: number;
  /** JSON: what it is and how it does, as it said last. Null: it has not answered yet. */
  facts: string | null;
  /** JSON: what belongs to it, whoever used it. Null: it was not looked at yet. */
  baseline: string | null;
  /** Why it is quarantined or does not answer, for the operator. */
  detail: string | null;
}

interface SnapshotsTable {
  id: string;
  /** Null: it was deleted, or its team was, and it is about to be removed. */
  organizationId: string | null;
  name: string;
  sizeBytes: number;
  /** Whether nothing more is added. */
  isWhole: 0 | 1;
  createdAt: number;
  /** What it was taken of, as it was then, and by whom. Null: an older version made it, and nobody knows. */
  sandboxId: string | null;
  sandboxName: string | null;
  templateId: string | null;
  templateName: string | null;
  actorKind: DeviceAction["actorKind"] | null;
  actorId: string | null;
  /** The user for whose limit over all teams it counts. Null: nobody's. */
  countsFor: string | null;
}

interface SnapshotPartsTable {
  snapshotId: string;
  /** Where in the snapshot it begins. */
  startByte: number;
  bytes: Uint8Array;
}

/** Tokens for one sandbox; each goes with the sandbox, and with the API key or membership of whoever made it. */
interface BoxTokensTable {
  id: string;
  /** SHA-256 of the token, in hex. */
  tokenHash: string;
  sandboxId: string;
  organizationId: string;
  /** One of these two made it. */
  userId: string | null;
  apiKeyId: string | null;
  /** Of that key the hash of the secret by which it was made: it is good for as long as that. Null: as long as the key. */
  apiKeyHash: string | null;
  /** The names of its rights, those implied included, with spaces between. */
  rights: string;
  createdAt: number;
  expiresAt: number;
}

/** What is recorded of a sandbox's screen: a film, or the last minutes to go back to. */
interface RecordingsTable {
  sandboxId: string;
  kind: "film" | "rewind";
  /** The server that records it. */
  replicaId: string;
  /** Of the film, or of what was asked for. Null: there is none yet. */
  storageKey: string | null;
  /** How much another server asks for. Null: nothing is asked. */
  askedMs: number | null;
}
