import {
  createSnapshot,
  deleteSnapshot,
  getSnapshot,
  listSnapshots,
  type Snapshot,
  type SnapshotOrigin,
} from "@terrarium/contract/snapshots";
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";
import type { SnapshotService } from "./service.ts";
import type { SnapshotRecord } from "./store.ts";

export function registerSnapshotRoutes(
  app: FastifyInstance,
  { snapshots }: { snapshots: Omit<SnapshotService, "forget"> },
): void {
  const WRITE = { limit: "write" } as const;
  serve(
    app,
    createSnapshot,
    async ({ caller, params, body }) => toSnapshot(await snapshots.create(caller, params.boxId, body.name)),
    WRITE,
  );
  serve(app, listSnapshots, async ({ caller, query }) => {
    const { rows, total } = await snapshots.list(caller, query);
    return { data: rows.map(toSnapshot), page: query.page, pageSize: query.pageSize, total };
  });
  serve(app, getSnapshot, async ({ caller, params, query }) =>
    toSnapshot(await snapshots.get(caller, params.snapshotName, query.organizationId)),
  );
  serve(
    app,
    deleteSnapshot,
    ({ caller, params, query }) => empty(snapshots.delete(caller, params.snapshotName, query.organizationId)),
    WRITE,
  );
}

const toSnapshot = (snapshot: SnapshotRecord): Snapshot => ({
  id: snapshot.id,
  name: snapshot.name,
  boxType: "linux",
  providerType: "vm",
  status: "Available",
  sizeBytes: snapshot.sizeBytes,
  createdAt: new Date(snapshot.createdAt).toISOString(),
  ...originOf(snapshot),
});

function originOf(snapshot: SnapshotRecord): { origin?: SnapshotOrigin } {
  const { sandboxId: boxId, sandboxName: boxName, templateId, templateName, actorKind, actorName } = snapshot;
  if (boxId === null || templateId === null || templateName === null || actorKind === null) return {};
  return { origin: { boxId, boxName, templateId, templateName, actorKind, actorName } };
}
