import { z } from "zod";
import { DeviceAction } from "./actions.ts";
import { BoxType } from "./boxes.ts";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, OrganizationId, SandboxId, Timestamp } from "./fields.ts";
import { MAX_PAGE, MAX_PAGE_SIZE, SANDBOX_PAGE_SIZE, SNAPSHOTS } from "./limits.ts";
import { SnapshotName } from "./snapshot-name.ts";

/** The box whose files a snapshot contains, as it was at that time. The box may no longer exist. */
export const SnapshotOrigin = z.object({
  boxId: SandboxId,
  boxName: z.string().nullable().describe("Name for people"),
  templateId: z.string(),
  templateName: z.string(),
  actorKind: DeviceAction.shape.actorKind,
  actorName: z.string().nullable().describe("Creator. null: the user or the key was deleted"),
});
export type SnapshotOrigin = z.infer<typeof SnapshotOrigin>;

/** A saved copy of the files in a box's home, in the terms of the boxes API. */
export const Snapshot = z.object({
  id: z.string(),
  name: z.string().describe("Unique within the team"),
  boxType: BoxType.describe("Source of the snapshot, and boxes created from it"),
  providerType: z.literal("vm").describe("For clients of the boxes API"),
  status: z.literal("Available").describe("Only complete snapshots are listed"),
  sizeBytes: z.number().int().describe("Compressed size"),
  createdAt: Timestamp,
  origin: SnapshotOrigin.optional().describe("Missing for snapshots of older server versions"),
});
export type Snapshot = z.infer<typeof Snapshot>;

const ForTeam = {
  organizationId: OrganizationId.optional().describe(
    "Team of the snapshot, with a session token. Default: the user's first team. An API key uses its own team",
  ),
};
const call = { access: "session-or-api-key", tag: "snapshots" } as const;
const named = { ...call, params: z.object({ snapshotName: SnapshotName }), query: z.strictObject(ForTeam) } as const;

export const createSnapshot = defineEndpoint({
  ...call,
  method: "POST",
  name: "createSnapshot",
  path: "/api/v1/snapshots/{boxId}",
  summary: "Save the files of a running Linux box's home as a snapshot for new boxes; the box keeps running",
  description: "The snapshot has the given `name`",
  params: z.object({ boxId: SandboxId }),
  body: z.strictObject({ name: SnapshotName }),
  response: Snapshot,
  timeoutMs: SNAPSHOTS.timeoutMs + 10_000,
  errors: [
    "sandbox_not_running",
    "not_possible",
    "provider_unavailable",
    "device_failed",
    "device_busy",
    "organization_not_found",
    "snapshot_exists",
    "snapshot_limit",
  ],
});

export const listSnapshots = defineEndpoint({
  ...call,
  method: "GET",
  name: "listSnapshots",
  path: "/api/v1/snapshots",
  summary: "A page of the team's snapshots, newest first",
  description: "A session can select the team with `organizationId`",
  query: z.strictObject({
    ...ForTeam,
    page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(SANDBOX_PAGE_SIZE),
  }),
  response: z.object({
    data: z.array(Snapshot),
    page: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
});

export const getSnapshot = defineEndpoint({
  ...named,
  method: "GET",
  name: "getSnapshot",
  path: "/api/v1/snapshots/{snapshotName}",
  summary: "One of the team's snapshots",
  description: "A session can select the team with `organizationId`",
  response: Snapshot,
  errors: ["snapshot_not_found"],
});

export const deleteSnapshot = defineEndpoint({
  ...named,
  method: "DELETE",
  name: "deleteSnapshot",
  path: "/api/v1/snapshots/{snapshotName}",
  summary: "Delete a snapshot; boxes created from it keep their files",
  description: "A session can select the team with `organizationId`",
  response: Empty,
  errors: ["snapshot_not_found"],
});
