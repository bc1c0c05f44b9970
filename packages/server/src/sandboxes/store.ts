import type { EndReason } from "@terrarium/contract/sandbox";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Database } from "../db/database.ts";
import { lockOrganization } from "../db/locks.ts";
import { prepareQuery } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { DeviceAddress } from "../providers/provider.ts";
import { closeInterval, openInterval } from "../usage/intervals.ts";
import type { SandboxRecord } from "./sandbox.ts";

export type NewSandbox = Omit<SandboxRecord, "state" | "endedAt" | "endReason"> & { adbKeySealed: string };

/** How to reach a running sandbox's device. */
interface DeviceAccess {
  address: DeviceAddress;
  adbKeySealed: string;
}

export interface SandboxStore {
  /** Inserts a starting sandbox unless the team has `limit` that have not ended. Bursts are counted exactly. */
  insertWithin(limit: number, sandbox: NewSandbox): Promise<"inserted" | "limit" | "no-organization">;
  /** From starting to running; undefined if it is no longer starting. Its usage is metered from then on. */
  markRunning(
    id: string,
    started: { address: DeviceAddress; startedAt: number; expiresAt: number },
  ): Promise<SandboxRecord | undefined>;
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
  /** Newest first. */
  page(
    organizationId: string,
    offset: number,
    limit: number,
  ): Promise<{ rows: SandboxRecord[]; total: number; running: number }>;
  /** All that have not ended. */
  listLive(): Promise<SandboxRecord[]>;
  listExpired(now: number): Promise<string[]>;
  countRunning(): Promise<number>;
  /** Removes one that has ended. */
  delete(id: string): Promise<void>;
  deleteEndedBefore(time: number): Promise<void>;
}

type Row = Omit<Selectable<Schema["sandboxes"]>, "deviceHost" | "devicePort" | "adbKeySealed">;

const COLUMNS = [
  "id",
  "organizationId",
  "templateId",
  "templateName",
  "cpu",
  "memoryMb",
  "widthPx",
  "heightPx",
  "metadata",
  "state",
  "createdAt",
  "startedAt",
  "updatedAt",
  "expiresAt",
  "endedAt",
  "endReason",
] as const satisfies ReadonlyArray<keyof Row>;
const LIVE = ["starting", "running"] as const;

const Metadata = z.record(z.string(), z.string());
const toRecord = (row: Row): SandboxRecord => ({ ...row, metadata: Metadata.parse(JSON.parse(row.metadata)) });

export function createSandboxStore(db: Database): SandboxStore {
  const select = () => db.selectFrom("sandboxes").select(COLUMNS);
  const countOf = prepareQuery(db, ({ organizationId }: { organizationId: string }) => {
    const total = db
      .selectFrom("sandboxes")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("organizationId", "=", organizationId);
    return db.selectNoFrom([total.as("total"), total.where("state", "=", "running").as("running")]);
  });
  const preparePage = (direction: "asc" | "desc") =>
    prepareQuery(db, ({ organizationId, offset, limit }: { organizationId: string; offset: number; limit: number }) =>
      select()
        .where("organizationId", "=", organizationId)
        .orderBy("createdAt", direction)
        .orderBy("id", direction)
        .limit(limit)
        .offset(offset),
    );
  const pageFromNewest = preparePage("desc");
  const pageFromOldest = preparePage("asc");

  /** Skips from the end that is nearer, so that the last page costs no more than the first. */
  async function selectPage(organizationId: string, page: { offset: number; limit: number; total: number }) {
    const { offset, total } = page;
    const limit = Math.min(page.limit, total - offset);
    if (limit <= 0) return [];
    const after = total - offset - limit;
    return offset <= after
      ? pageFromNewest({ organizationId, offset, limit })
      : (await pageFromOldest({ organizationId, offset: after, limit })).toReversed();
  }

  return {
    insertWithin: (limit, sandbox) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId } = sandbox;
        if (!(await lockOrganization(transaction, organizationId))) return "no-organization";
        const live = await transaction
          .selectFrom("sandboxes")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("organizationId", "=", organizationId)
          .where("state", "in", LIVE)
          .executeTakeFirstOrThrow();
        if (live.count >= limit) return "limit";
        const row = { ...sandbox, metadata: JSON.stringify(sandbox.metadata), state: "starting" as const };
        await transaction.insertInto("sandboxes").values(row).execute();
        return "inserted";
      }),

    async markRunning(id, { address, startedAt, expiresAt }) {
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
            deviceHost: address.host,
            devicePort: address.port,
            startedAt,
            updatedAt: startedAt,
            expiresAt,
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
            adbKeySealed: null,
          })
          .where("id", "=", id)
          .where("state", "in", LIVE)
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return undefined;
        await closeInterval(transaction, id, meteredUntil === "now" ? now : meteredUntil);
        return toRecord(row);
      }),

    async setAddress(id, { host, port }) {
      await db
        .updateTable("sandboxes")
        .set({ deviceHost: host, devicePort: port })
        .where("id", "=", id)
        .where("state", "=", "running")
        .execute();
    },

    async find(id) {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    async findDevice(id) {
      const query = db.selectFrom("sandboxes").select(["deviceHost", "devicePort", "adbKeySealed"]);
      const row = await query.where("id", "=", id).where("state", "=", "running").executeTakeFirst();
      if (!row || row.deviceHost === null || row.devicePort === null || row.adbKeySealed === null) return undefined;
      return { address: { host: row.deviceHost, port: row.devicePort }, adbKeySealed: row.adbKeySealed };
    },

    async page(organizationId, offset, limit) {
      const [count] = await countOf({ organizationId });
      const [total, running] = [count?.total ?? 0, count?.running ?? 0];
      const rows = await selectPage(organizationId, { offset, limit, total });
      return { rows: rows.map(toRecord), total, running };
    },

    listLive: async () => (await select().where("state", "in", LIVE).execute()).map(toRecord),

    async listExpired(now) {
      const query = db
        .selectFrom("sandboxes")
        .select("id")
        .where("state", "=", "running")
        .where("expiresAt", "<=", now);
      return (await query.execute()).map((row) => row.id);
    },

    async countRunning() {
      const query = db.selectFrom("sandboxes").select((eb) => eb.fn.countAll<number>().as("count"));
      return (await query.where("state", "=", "running").executeTakeFirstOrThrow()).count;
    },

    async delete(id) {
      await db.deleteFrom("sandboxes").where("id", "=", id).where("state", "=", "ended").execute();
    },

    async deleteEndedBefore(time) {
      await db.deleteFrom("sandboxes").where("endedAt", "<", time).execute();
    },
  };
}
