import {
  createSnapshot,
  deleteSnapshot,
  getSnapshot,
  listSnapshots,
  type Snapshot,
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
  serve(app, listSnapshots, async ({ caller, query: { page, pageSize } }) => {
    const { rows, total } = await snapshots.list(caller, page, pageSize);
    return { data: rows.map(toSnapshot), page, pageSize, total };
  });
  serve(app, getSnapshot, async ({ caller, params }) => toSnapshot(await snapshots.get(caller, params.snapshotName)));
  serve(app, deleteSnapshot, ({ caller, params }) => empty(snapshots.delete(caller, params.snapshotName)), WRITE);
}

const toSnapshot = ({ id, name, sizeBytes, createdAt }: SnapshotRecord): Snapshot => ({
  id,
  name,
  boxType: "linux",
  providerType: "vm",
  status: "Available",
  sizeBytes,
  createdAt: new Date(createdAt).toISOString(),
});
