import { setImmediate } from "node:timers/promises";
import type { EndReason } from "@terrarium/contract/sandbox";
import type { ProvidedSandbox } from "@terrarium/device-providers/provider";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization, lockUser } from "@terrarium/platform/db/locks";
import type { SealedColumn } from "@terrarium/platform/secrets/reseal";
import { sql } from "kysely";
import { closeInterval, openInterval, prolongInterval } from "../usage/intervals.ts";
import { queueEvents } from "../webhooks/queue.ts";
import { BLOCK_SIZE, countIn, countOut, nextNumber } from "./blocks.ts";
import { endedEvent, readyEvent, startedEvent } from "./events.ts";
import { createSandboxListStore, type SandboxListStore } from "./list-store.ts";
import { COLUMNS, hasLabels, isActive, LIVE, toRecord } from "./rows.ts";
import type { SandboxRecord } from "./sandbox.ts";

export const SEALED_DEVICE_KEYS: SealedColumn = { table: "sandboxes", key: "id", column: "adbKeySealed" };

export type NewSandbox = Omit<SandboxRecord, "state" | "endedAt" | "endReason"> & {
  adbKeySealed: string;
  /** The server that starts it. */
  replicaId: string;
  creatorId: string | null;
  creatorKeyId: string | null;
};

/** Limit of a user's concurrent sandboxes over all teams. */
export interface PersonalLimit {
  userId: string;
  limit: number;
}

/** Data of a sandbox with a ready device. */
interface StartedSandbox {
  address: DeviceAddress;
  startedAt: number;
  expiresAt: number;
  /** The device's own value. Default: from the template. */
  screen?: { widthPx: number; heightPx: number };
  osVersion?: string | undefined;
  /** Set if the device keeps its own key. */
  adbKeySealed?: string | undefined;
}

/** A sandbox that starts or stops since `updatedAt`. */
export type BegunSandbox = Pick<SandboxRecord, "id" | "provider" | "state" | "updatedAt">;

/** Required state for an end: another server may have changed the sandbox since it was read. */
export interface EndCondition {
  states: readonly SandboxRecord["state"][];
  updatedAt?: number;
  /** Requires that it is expired at this time. */
  expiredBy?: number;
}

/** Access to a running sandbox's device. */
interface DeviceAccess {
  organizationId: string;
  address: DeviceAddress;
  adbKeySealed: string;
}

export interface SandboxStore extends SandboxListStore {
  /**
   * Inserts a starting sandbox, unless the team has `limit` that have not ended, or the person's limit is reached.
   * Counts bursts exactly. If a starting or running sandbox has all the given labels, returns that one: of several
   * concurrent requests, only one inserts.
   */
  insertWithin(
    limit: number,
    sandbox: NewSandbox,
    more?: { reusedLabels?: Record<string, string> | undefined; person?: PersonalLimit | undefined },
  ): Promise<"inserted" | "limit" | "personal-limit" | "no-organization" | { reused: SandboxRecord }>;
  /** Returns the team's newest starting or running sandbox with all these labels. */
  findLabelled(organizationId: string, labels: Record<string, string>): Promise<SandboxRecord | undefined>;
  /** Completely removes a sandbox before its device is ready. Returns false if it is no longer starting. */
  deleteStarting(id: string): Promise<boolean>;
  /**
   * Changes running to stopping. Returns undefined if it does not run. Metering ends; the sandbox is kept until
   * `keptUntil`.
   */
  markStopping(id: string, now: number, keptUntil: number, replicaId: string): Promise<SandboxRecord | undefined>;
  /** Changes stopping, or a failed start, to stopped. Returns undefined if it changed since `begunAt`. */
  markStopped(id: string, begunAt: number, now: number): Promise<SandboxRecord | undefined>;
  /** Changes stopped to resuming. Returns undefined if it is not stopped. `remainingMs`: rest of its lifetime. */
  markResuming(id: string, now: number, replicaId: string): Promise<{ remainingMs: number } | undefined>;
  /** Extends a running sandbox to a later time. Returns undefined if it does not run, or already runs longer. */
  prolong(id: string, expiresAt: number): Promise<SandboxRecord | undefined>;
  /** Raises the remaining lifetime of a stopped sandbox, unless it is already longer. */
  prolongStopped(id: string, remainingMs: number): Promise<SandboxRecord | undefined>;
  /** Changes starting or resuming to running. Returns undefined in any other state. Metering starts. */
  markRunning(id: string, started: StartedSandbox): Promise<SandboxRecord | undefined>;
  /**
   * Changes to ended. Returns undefined if it has ended before, is unknown, or does not meet the condition. Deletes its
   * key. Meters its usage until now, or until it was last seen running.
   */
  markEnded(
    id: string,
    reason: EndReason,
    now: number,
    how?: { meteredUntil?: "lastSeen" | undefined; onlyIf?: EndCondition | undefined },
  ): Promise<SandboxRecord | undefined>;
  /** Sets the device address of a running sandbox, unless it changed since it was read. */
  setAddress(sandbox: Pick<SandboxRecord, "id" | "updatedAt">, address: DeviceAddress): Promise<void>;
  find(id: string): Promise<SandboxRecord | undefined>;
  findDevice(id: string): Promise<DeviceAccess | undefined>;
  /** Returns whether the team has such a sandbox. */
  rename(organizationId: string, id: string, name: string | null): Promise<boolean>;
  /** Returns all that have not ended. */
  listLive(): Promise<SandboxRecord[]>;
  /** Returns those that start or stop without a server, or since before a time. */
  listStranded(begunBefore: number): Promise<BegunSandbox[]>;
  listExpired(now: number): Promise<ProvidedSandbox[]>;
  /** Returns the number of sandboxes that have not ended, by provider and state. */
  countByState(): Promise<{ provider: string; state: string; count: number }[]>;
  /** Returns the number of an organization's sandboxes that have not ended. */
  countLive(organizationId: string): Promise<number>;
  /** Removes an ended sandbox. */
  delete(id: string): Promise<void>;
  /** Removes sandboxes that ended before a time, in portions with pauses for other work. */
  deleteEndedBefore(time: number): Promise<void>;
  /** Removes an organization's ended sandboxes in portions. */
  deleteEndedOf(organizationId: string): Promise<void>;
}

/** Most sandboxes, and most of their actions, in one removal. Limits how long other work waits. */
const DELETED_AT_ONCE = { sandboxes: 20, actions: 500 };

/** Removes the recorded actions of sandboxes. */
async function deleteActions(db: Database, sandboxIds: readonly string[]): Promise<void> {
  const some = () =>
    db
      .deleteFrom("deviceActions")
      .where("id", "in", (eb) =>
        eb.selectFrom("deviceActions").select("id").where("sandboxId", "in", sandboxIds).limit(DELETED_AT_ONCE.actions),
      )
      .executeTakeFirstOrThrow();
  while ((await some()).numDeletedRows > 0n) await setImmediate();
}

async function labelled(
  db: Database,
  organizationId: string,
  labels: Record<string, string>,
): Promise<SandboxRecord | undefined> {
  // The plan limits their number.
  const rows = await db
    .selectFrom("sandboxes")
    .select(COLUMNS)
    .where("organizationId", "=", organizationId)
    .where("state", "in", ["starting", "running"])
    .orderBy("number", "desc")
    .execute();
  return rows.map(toRecord).find(({ metadata }) => hasLabels(metadata, labels));
}

async function countLive(db: Database, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom("sandboxes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("state", "in", LIVE)
    .executeTakeFirstOrThrow();
  return count;
}

async function countFor(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("sandboxes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("countsFor", "=", userId)
    .where(isActive)
    .executeTakeFirstOrThrow();
  return count;
}

export function createSandboxStore(db: Database, blockSize = BLOCK_SIZE): SandboxStore {
  const select = () => db.selectFrom("sandboxes").select(COLUMNS);
  const ended = () => db.selectFrom("sandboxes").where("state", "=", "ended");

  async function deleteEnded(some: () => ReturnType<typeof ended>): Promise<void> {
    for (;;) {
      const found = await some().select("id").limit(DELETED_AT_ONCE.sandboxes).execute();
      if (found.length === 0) return;
      const ids = found.map(({ id }) => id);
      // Each may have a thousand actions, which one cascading delete would remove at once.
      await deleteActions(db, ids);
      await db.transaction().execute(async (transaction) => {
        const gone = await transaction
          .deleteFrom("sandboxes")
          .where("id", "in", ids)
          .returning(["organizationId", "number"])
          .execute();
        await countOut(transaction, gone, blockSize);
      });
      await setImmediate();
    }
  }

  return {
    ...createSandboxListStore(db, blockSize),

    insertWithin: (limit, sandbox, { reusedLabels, person } = {}) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId } = sandbox;
        if (person) await lockUser(transaction, person.userId);
        if (!(await lockOrganization(transaction, organizationId))) return "no-organization";
        const reused = reusedLabels && (await labelled(transaction, organizationId, reusedLabels));
        if (reused) return { reused };
        if ((await countLive(transaction, organizationId)) >= limit) return "limit";
        if (person && (await countFor(transaction, person.userId)) >= person.limit) return "personal-limit";
        const number = await nextNumber(transaction, organizationId);
        const row = {
          ...sandbox,
          number,
          countsFor: person?.userId ?? null,
          metadata: JSON.stringify(sandbox.metadata),
          envs: JSON.stringify(sandbox.envs),
          state: "starting" as const,
        };
        await transaction.insertInto("sandboxes").values(row).execute();
        await countIn(transaction, [row], blockSize);
        await queueEvents(transaction, organizationId, [startedEvent(sandbox, sandbox.createdAt)], sandbox.createdAt);
        return "inserted";
      }),

    async markRunning(id, { address, startedAt, expiresAt, screen, osVersion, adbKeySealed }) {
      // The organization never changes. Read before the transaction, so that this can lock the organization first.
      const query = db.selectFrom("sandboxes").select("organizationId").where("id", "=", id);
      const { organizationId } = (await query.executeTakeFirst()) ?? {};
      if (organizationId === undefined) return undefined;
      return db.transaction().execute(async (transaction) => {
        if (!(await lockOrganization(transaction, organizationId))) return undefined;
        const updated = await transaction
          .updateTable("sandboxes")
          .set({
            state: "running",
            ...deviceColumns(address),
            startedAt,
            updatedAt: startedAt,
            expiresAt,
            remainingMs: null,
            ...screen,
            ...(osVersion !== undefined && { osVersion }),
            ...(adbKeySealed !== undefined && { adbKeySealed }),
          })
          .where("id", "=", id)
          .where("state", "in", ["starting", "resuming"])
          .returning([...COLUMNS, "creatorId", "creatorKeyId"])
          .executeTakeFirst();
        if (!updated) return undefined;
        const { creatorId, creatorKeyId, ...row } = updated;
        const sandbox = toRecord(row);
        const { cpu, memoryMb, templateId, templateName, metadata } = sandbox;
        const origin = { templateId, templateName, creatorId, creatorKeyId };
        const interval = { sandboxId: id, organizationId, cpu, memoryMb, startedAt, expiresAt, ...origin };
        await openInterval(transaction, interval, metadata);
        await queueEvents(transaction, organizationId, [readyEvent(sandbox, startedAt)], startedAt);
        return sandbox;
      });
    },

    findLabelled: (organizationId, labels) => labelled(db, organizationId, labels),

    deleteStarting: (id) =>
      db.transaction().execute(async (transaction) => {
        const gone = await transaction
          .deleteFrom("sandboxes")
          .where("id", "=", id)
          .where("state", "=", "starting")
          .returning(["organizationId", "number"])
          .execute();
        await countOut(transaction, gone, blockSize);
        return gone.length > 0;
      }),

    markStopping: (id, now, keptUntil, replicaId) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("sandboxes")
          .set((eb) => ({
            state: "stopping",
            updatedAt: now,
            remainingMs: eb("expiresAt", "-", now),
            expiresAt: keptUntil,
            replicaId,
            ...NO_DEVICE,
          }))
          .where("id", "=", id)
          .where("state", "=", "running")
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return undefined;
        await closeInterval(transaction, id, now);
        return toRecord(row);
      }),

    async markStopped(id, begunAt, now) {
      const row = await db
        .updateTable("sandboxes")
        .set({ state: "stopped", updatedAt: now })
        .where("id", "=", id)
        .where("state", "in", ["stopping", "resuming"])
        .where("updatedAt", "=", begunAt)
        .returning(COLUMNS)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async markResuming(id, now, replicaId) {
      const row = await db
        .updateTable("sandboxes")
        .set({ state: "resuming", updatedAt: now, replicaId })
        .where("id", "=", id)
        .where("state", "=", "stopped")
        .returning("remainingMs")
        .executeTakeFirst();
      return row && { remainingMs: row.remainingMs ?? 0 };
    },

    prolong: (id, expiresAt) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("sandboxes")
          .set({ expiresAt })
          .where("id", "=", id)
          .where("state", "=", "running")
          .where("expiresAt", "<", expiresAt)
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return undefined;
        await prolongInterval(transaction, id, expiresAt);
        return toRecord(row);
      }),

    async prolongStopped(id, remainingMs) {
      const row = await db
        .updateTable("sandboxes")
        .set({ remainingMs })
        .where("id", "=", id)
        .where("state", "=", "stopped")
        .where("remainingMs", "<", remainingMs)
        .returning(COLUMNS)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    markEnded: (id, endReason, now, { meteredUntil, onlyIf = ANY_LIVE } = {}) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("sandboxes")
          .set({
            state: "ended",
            endReason,
            endedAt: now,
            updatedAt: now,
            ...NO_DEVICE,
            adbKeySealed: null,
            envs: "{}",
          })
          .where("id", "=", id)
          .where("state", "in", onlyIf.states)
          .$if(onlyIf.updatedAt !== undefined, (query) => query.where("updatedAt", "=", onlyIf.updatedAt ?? 0))
          .$if(onlyIf.expiredBy !== undefined, (query) => query.where("expiresAt", "<=", onlyIf.expiredBy ?? 0))
          .returning(COLUMNS)
          .executeTakeFirst();
        if (!row) return undefined;
        await closeInterval(transaction, id, meteredUntil ?? now);
        const sandbox = toRecord(row);
        await queueEvents(transaction, sandbox.organizationId, [endedEvent(sandbox, endReason, now)], now);
        return sandbox;
      }),

    async setAddress({ id, updatedAt }, address) {
      const columns = deviceColumns(address);
      await db
        .updateTable("sandboxes")
        .set(columns)
        .where("id", "=", id)
        // Skips an unchanged address: a start on a full disk then writes nothing.
        .where((eb) =>
          eb.or([
            eb("deviceHost", "!=", columns.deviceHost),
            eb("devicePort", "!=", columns.devicePort),
            eb(eb.fn.coalesce("deviceSerial", sql.lit("")), "!=", columns.deviceSerial ?? ""),
          ]),
        )
        .where("state", "=", "running")
        .where("updatedAt", "=", updatedAt)
        .execute();
    },

    async find(id) {
      const row = await select().where("id", "=", id).executeTakeFirst();
      return row && toRecord(row);
    },

    async findDevice(id) {
      const row = await db
        .selectFrom("sandboxes")
        .select(["organizationId", "deviceHost", "devicePort", "deviceSerial", "adbKeySealed"])
        .where("id", "=", id)
        .where("state", "=", "running")
        .executeTakeFirst();
      if (!row || row.deviceHost === null || row.devicePort === null || row.adbKeySealed === null) return undefined;
      const { organizationId, deviceHost: host, devicePort: port, deviceSerial: serial, adbKeySealed } = row;
      return { organizationId, address: { host, port, ...(serial !== null && { serial }) }, adbKeySealed };
    },

    async rename(organizationId, id, name) {
      const query = db.updateTable("sandboxes").set({ name }).where("id", "=", id);
      const { numUpdatedRows } = await query.where("organizationId", "=", organizationId).executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    listLive: async () => (await select().where("state", "in", LIVE).execute()).map(toRecord),

    listStranded: (begunBefore) =>
      db
        .selectFrom("sandboxes")
        .select(["id", "provider", "state", "updatedAt"])
        .where("state", "in", ["starting", "stopping", "resuming"])
        .where((eb) =>
          eb.or([
            eb("updatedAt", "<", begunBefore),
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
        .where("state", "in", ["running", "stopped"])
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

    deleteEndedBefore: (time) => deleteEnded(() => ended().where("endedAt", "<", time)),
    deleteEndedOf: (organizationId) => deleteEnded(() => ended().where("organizationId", "=", organizationId)),
  };
}

const ANY_LIVE: EndCondition = { states: LIVE };
const NO_DEVICE = { deviceHost: null, devicePort: null, deviceSerial: null } as const;

const deviceColumns = ({ host, port, serial }: DeviceAddress) => ({
  deviceHost: host,
  devicePort: port,
  deviceSerial: serial ?? null,
});
