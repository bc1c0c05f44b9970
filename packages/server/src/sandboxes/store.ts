import type { EndReason } from "@terrarium/contract/sandbox";
import { sql } from "kysely";
import type { DeviceAddress } from "../base/device-address.ts";
import type { Database } from "../db/database.ts";
import { lockOrganization } from "../db/locks.ts";
import type { ProvidedSandbox } from "../providers/provider.ts";
import { closeInterval, openInterval } from "../usage/intervals.ts";
import { BLOCK_SIZE, countIn, countOut, nextNumber } from "./blocks.ts";
import { createSandboxListStore, type SandboxListStore } from "./list-store.ts";
import { COLUMNS, LIVE, toRecord } from "./rows.ts";
import type { SandboxRecord } from "./sandbox.ts";

export type NewSandbox = Omit<SandboxRecord, "state" | "endedAt" | "endReason"> & {
  adbKeySealed: string;
  /** The server that starts it. */
  replicaId: string;
};

/** What is known of a sandbox once its device is ready. */
interface StartedSandbox {
  address: DeviceAddress;
  startedAt: number;
  expiresAt: number;
  /** What the device has; default: what its template says. */
  screen?: { widthPx: number; heightPx: number };
  /** Of a device that keeps its own key. */
  adbKeySealed?: string | undefined;
}

/** How to reach a running sandbox's device. */
interface DeviceAccess {
  address: DeviceAddress;
  adbKeySealed: string;
}

export interface SandboxStore extends SandboxListStore {
  /** Inserts a starting sandbox unless the team has `limit` that have not ended. Bursts are counted exactly. */
  insertWithin(limit: number, sandbox: NewSandbox): Promise<"inserted" | "limit" | "no-organization">;
  /** From starting to running; undefined if it is no longer starting. Its usage is metered from then on. */
  markRunning(id: string, started: StartedSandbox): Promise<SandboxRecord | undefined>;
  /**
   * To ended; undefined if it has ended before or is unknown. Its key is forgotten. Its usage is metered up to now, or to
   * when it was last seen running.
   */
  markEnded(
    id: string,
    reason: EndReason,
    now: number,
    meteredUntil?: "now" | "lastSeen",
  ): Promise<SandboxRecord | undefined>;
  setAddress(id: string, address: DeviceAddress): Promise<void>;
  find(id: string): Promise<SandboxRecord | undefined>;
  findDevice(id: string): Promise<DeviceAccess | undefined>;
  /** Returns whether there is such a sandbox of the team. */
  rename(organizationId: string, id: string, name: string | null): Promise<boolean>;
  /** All that have not ended. */
  listLive(): Promise<SandboxRecord[]>;
  /** Those that start and whose server is gone, or that were made before a time. */
  listStranded(madeBefore: number): Promise<ProvidedSandbox[]>;
  listExpired(now: number): Promise<ProvidedSandbox[]>;
  /** How many there are that have not ended, by provider and state. */
  countByState(): Promise<{ provider: string; state: string; count: number }[]>;
  /** How many of an organization have not ended. */
  countLive(organizationId: string): Promise<number>;
  /** Removes one that has ended. */
  delete(id: string): Promise<void>;
  deleteEndedBefore(time: number): Promise<void>;
}

/** So many are removed in one transaction at most: other writers wait no longer than that takes. */
const DELETED_AT_ONCE = 500;

async function countLive(db: Database, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("sandboxes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("state", "in", LIVE)
    .executeTakeFirstOrThrow();
  return count;
}

export function createSandboxStore(db: Database, blockSize = BLOCK_SIZE): SandboxStore {
  const select = () => db.selectFrom("sandboxes").select(COLUMNS);
  return {
    ...createSandboxListStore(db, blockSize),

    insertWithin: (limit, sandbox) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId } = sandbox;
        if (!(await lockOrganization(transaction, organizationId))) return "no-organization";
        if ((await countLive(transaction, organizationId)) >= limit) return "limit";
        const number = await nextNumber(transaction, organizationId);
        const row = {
          ...sandbox,
          number,
          metadata: JSON.stringify(sandbox.metadata),
          envs: JSON.stringify(sandbox.envs),
          state: "starting" as const,
        };
        await transaction.insertInto("sandboxes").values(row).execute();
        await countIn(transaction, [row], blockSize);
        return "inserted";
      }),

    async markRunning(id, { address, startedAt, expiresAt, screen, adbKeySealed }) {
      // It never changes: read before the transaction, so that this can lock the organization first.
      const query = db.selectFrom("sandboxes").select("organizationId").where("id", "=", id);
      const { organizationId } = (await query.executeTakeFirst()) ?? {};
      if (organizationId === undefined) return undefined;
      return db.transaction().execute(async (transaction) => {
        if (!(await lockOrganization(transaction, organizationId))) return undefined;
        const row = await transaction
          .updateTable("sandboxes")
          .set({
            state: "running",
            ...deviceColumns(address),
            startedAt,
            updatedAt: startedAt,
            expiresAt,
            ...screen,
            ...(adbKeySealed !== undefined && { adbKeySealed }),
          })
          .where("id", "=", id)
          .where("state", "=", "starting")
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return undefined;
        const { cpu, memoryMb } = row;
        await openInterval(transaction, { sandboxId: id, organizationId, cpu, memoryMb, startedAt, expiresAt });
        return toRecord(row);
      });
    },

    markEnded: (id, endReason, now, meteredUntil = "now") =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("sandboxes")
          .set({
            state: "ended",
            endReason,
            endedAt: now,
            updatedAt: now,
            deviceHost: null,
            devicePort: null,
            deviceSerial: null,
            adbKeySealed: null,
            envs: "{}",
          })
          .where("id", "=", id)
          .where("state", "in", LIVE)
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return undefined;
        await closeInterval(transaction, id, meteredUntil === "now" ? now : meteredUntil);
        return toRecord(row);
      }),

    async setAddress(id, address) {
      const columns = deviceColumns(address);
      await db
        .updateTable("sandboxes")
        .set(columns)
        .where("id", "=", id)
        // As it mostly is already: a start on a full disk writes nothing then.
        .where((eb) =>
          eb.or([
            eb("deviceHost", "!=", columns.deviceHost),
            eb("devicePort", "!=", columns.devicePort),
            eb(eb.fn.coalesce("deviceSerial", sql.lit("")), "!=", columns.deviceSerial ?? ""),
          ]),
        )
        .where("state", "=", "running")
        .execute();
    },

    async find(id) {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    async findDevice(id) {
      const query = db.selectFrom("sandboxes").select(["deviceHost", "devicePort", "deviceSerial", "adbKeySealed"]);
      const row = await query.where("id", "=", id).where("state", "=", "running").executeTakeFirst();
      if (!row || row.deviceHost === null || row.devicePort === null || row.adbKeySealed === null) return undefined;
      const { deviceHost: host, devicePort: port, deviceSerial: serial, adbKeySealed } = row;
      return { address: { host, port, ...(serial !== null && { serial }) }, adbKeySealed };
    },

    async rename(organizationId, id, name) {
      const query = db.updateTable("sandboxes").set({ name }).where("id", "=", id);
      const { numUpdatedRows } = await query.where("organizationId", "=", organizationId).executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    listLive: async () => (await select().where("state", "in", LIVE).execute()).map(toRecord),

    listStranded: (madeBefore) =>
      db
        .selectFrom("sandboxes")
        .select(["id", "provider"])
        .where("state", "=", "starting")
        .where((eb) =>
          eb.or([
            eb("createdAt", "<", madeBefore),
            eb.and([
              eb("replicaId", "is not", null),
              eb("replicaId", "not in", eb.selectFrom("replicas").select("replicas.id")),
            ]),
          ]),
        )
        .execute(),

    listExpired: (now) =>
      db
        .selectFrom("sandboxes")
        .select(["id", "provider"])
        .where("state", "=", "running")
        .where("expiresAt", "<=", now)
        .execute(),

    countLive: (organizationId) => countLive(db, organizationId),

    countByState: () =>
      db
        .selectFrom("sandboxes")
        .select((eb) => ["provider", "state", eb.fn.countAll<number>().as("count")])
        .where("state", "in", LIVE)
        .groupBy(["provider", "state"])
        .execute(),

    delete: (id) =>
      db.transaction().execute(async (transaction) => {
        const gone = await transaction
          .deleteFrom("sandboxes")
          .where("id", "=", id)
          .where("state", "=", "ended")
          .returning(["organizationId", "number"])
          .execute();
        await countOut(transaction, gone, blockSize);
      }),

    async deleteEndedBefore(time) {
      const deleteSome = () =>
        db.transaction().execute(async (transaction) => {
          const gone = await transaction
            .deleteFrom("sandboxes")
            .where("id", "in", (eb) =>
              eb.selectFrom("sandboxes").select("id").where("endedAt", "<", time).limit(DELETED_AT_ONCE),
            )
            .returning(["organizationId", "number"])
            .execute();
          await countOut(transaction, gone, blockSize);
          return gone.length;
        });
      while ((await deleteSome()) === DELETED_AT_ONCE);
    },
  };
}

const deviceColumns = ({ host, port, serial }: DeviceAddress) => ({
  deviceHost: host,
  devicePort: port,
  deviceSerial: serial ?? null,
});
