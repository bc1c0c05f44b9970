import type { EndReason } from "@terrarium/contract/sandbox";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Database } from "../db/database.ts";
import { lockOrganization } from "../db/locks.ts";
import { prepareQuery } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { DeviceAddress } from "../providers/provider.ts";
import { closeInterval, openInterval } from "../usage/intervals.ts";
import { BLOCK_SIZE, countIn, countOut, locate, nextNumber } from "./blocks.ts";
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

type Row = Omit<Selectable<Schema["sandboxes"]>, "number" | "deviceHost" | "devicePort" | "adbKeySealed">;

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
/** So many are removed in one transaction at most: other writers wait no longer than that takes. */
const DELETED_AT_ONCE = 500;

const Metadata = z.record(z.string(), z.string());
const toRecord = (row: Row): SandboxRecord => ({ ...row, metadata: Metadata.parse(JSON.parse(row.metadata)) });

export function createSandboxStore(db: Database, blockSize = BLOCK_SIZE): SandboxStore {
  const select = () => db.selectFrom("sandboxes").select(COLUMNS);
  /** From the newest; each row tells also how many of the team run, which are as few as its plan allows. */
  const blocksOf = prepareQuery(db, ({ organizationId }: { organizationId: string }) =>
    db
      .selectFrom("sandboxBlocks")
      .select(["block", "size"])
      .select((eb) =>
        eb
          .selectFrom("sandboxes")
          .select(eb.fn.countAll<number>().as("count"))
          .where("organizationId", "=", organizationId)
          .where("state", "=", "running")
          .as("running"),
      )
      .where("organizationId", "=", organizationId)
      .orderBy("block", "desc"),
  );
  const pageFrom = prepareQuery(db, (page: { organizationId: string; below: number; skip: number; limit: number }) =>
    select()
      .where("organizationId", "=", page.organizationId)
      .where("number", "<", page.below)
      .orderBy("number", "desc")
      .limit(page.limit)
      .offset(page.skip),
  );

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
        const number = await nextNumber(transaction, organizationId);
        const row = { ...sandbox, number, metadata: JSON.stringify(sandbox.metadata), state: "starting" as const };
        await transaction.insertInto("sandboxes").values(row).execute();
        await countIn(transaction, [row], blockSize);
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
      const blocks = await blocksOf({ organizationId });
      const start = locate(blocks, offset, blockSize);
      const rows = start ? await pageFrom({ organizationId, ...start, limit }) : [];
      const total = blocks.reduce((sum, { size }) => sum + size, 0);
      return { rows: rows.map(toRecord), total, running: blocks[0]?.running ?? 0 };
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
