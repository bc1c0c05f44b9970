import { setImmediate as nextTurn } from "node:timers/promises";
import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

export type ObjectRecord = Selectable<Schema["storedObjects"]>;

/** Largest part. Each reader keeps one part in memory at a time. */
const PART_BYTES = 262_144;
/** Most parts removed in one step: limits how long other writers wait, and how long SQLite blocks the event loop. */
const PARTS_AT_ONCE = 16;
const OBJECTS_AT_ONCE = 500;

/** Owner columns of the counts: a team, or a user in all teams. */
export type Counted = "organizationId" | "countsFor";
/** Owners of an object's size. */
export type Owners = Pick<ObjectRecord, Counted>;

export interface ObjectStore {
  /** Returns the owners of a sandbox's objects, or undefined if unknown. */
  ownersOf(sandboxId: string): Promise<Owners | undefined>;
  insert(object: Omit<ObjectRecord, "sizeBytes" | "durationMs">, bytes: Uint8Array): Promise<void>;
  /** Appends to an incomplete object that has room. Returns its owners, or undefined if nothing was added. */
  append(id: string, bytes: Uint8Array, limitBytes: number): Promise<Owners | undefined>;
  /** Completes the object, with the length of a recording. */
  finish(id: string, durationMs: number | undefined): Promise<void>;
  /** Returns an object that still has a sandbox. */
  find(id: string): Promise<ObjectRecord | undefined>;
  /** Returns the part with a byte of an object, and the part's start. */
  readPart(id: string, atByte: number): Promise<{ startByte: number; bytes: Uint8Array } | undefined>;
  /** Returns the number and size of a team's or a user's objects. */
  measure(by: Counted, id: string): Promise<{ objects: number; bytes: number }>;
  /** Returns a team's or a user's objects, newest first. */
  list(by: Counted, id: string): Promise<Pick<ObjectRecord, "id" | "sandboxId" | "sizeBytes" | "isWhole">[]>;
  /** Returns a sandbox's newest objects of a type, newest first. */
  newest(sandboxId: string, contentType: string, limit: number): Promise<ObjectRecord[]>;
  /** Detaches an object from its sandbox, for later removal. */
  detach(id: string): Promise<void>;
  detachMadeBefore(time: number): Promise<void>;
  /** Removes detached objects. */
  removeDetached(): Promise<void>;
}

export function createObjectStore(db: Database): ObjectStore {
  const insertParts = async (transaction: Database, objectId: string, from: number, bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = { objectId, startByte: from + at, bytes: bytes.subarray(at, at + PART_BYTES) };
      await transaction.insertInto("storedParts").values(part).execute();
    }
  };

  /** Returns whether there may be more to remove. */
  async function removeSomeOf(objectId: string): Promise<boolean> {
    const query = db.selectFrom("storedParts").select("startByte").where("objectId", "=", objectId);
    const parts = await query.orderBy("startByte").limit(PARTS_AT_ONCE).execute();
    const last = parts.at(-1);
    if (!last) return false;
    const some = db.deleteFrom("storedParts").where("objectId", "=", objectId);
    await some.where("startByte", "<=", last.startByte).execute();
    return parts.length === PARTS_AT_ONCE;
  }

  return {
    ownersOf: (sandboxId) =>
      db.selectFrom("sandboxes").select(["organizationId", "countsFor"]).where("id", "=", sandboxId).executeTakeFirst(),

    insert: (object, bytes) =>
      db.transaction().execute(async (transaction) => {
        const row = { ...object, sizeBytes: bytes.length, durationMs: null };
        await transaction.insertInto("storedObjects").values(row).execute();
        await insertParts(transaction, object.id, 0, bytes);
      }),

    append: (id, bytes, limitBytes) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable("storedObjects")
          .set((eb) => ({ sizeBytes: eb("sizeBytes", "+", bytes.length) }))
          .where("id", "=", id)
          .where("isWhole", "=", 0)
          .where("sandboxId", "is not", null)
          .where("sizeBytes", "<=", limitBytes - bytes.length)
          .returning(["sizeBytes", "organizationId", "countsFor"])
          .executeTakeFirst();
        if (row) await insertParts(transaction, id, row.sizeBytes - bytes.length, bytes);
        return row;
      }),

    async finish(id, durationMs) {
      await db.updateTable("storedObjects").set({ isWhole: 1, durationMs }).where("id", "=", id).execute();
    },

    find: (id) =>
      db
        .selectFrom("storedObjects")
        .selectAll()
        .where("id", "=", id)
        .where("sandboxId", "is not", null)
        .executeTakeFirst(),

    readPart: (id, atByte) =>
      db
        .selectFrom("storedParts")
        .select(["startByte", "bytes"])
        .where("objectId", "=", id)
        .where("startByte", "<=", atByte)
        .orderBy("startByte", "desc")
        .limit(1)
        .executeTakeFirst(),

    async measure(by, ownerId) {
      const { objects, bytes } = await db
        .selectFrom("storedObjects")
        .select((eb) => [eb.fn.countAll<number>().as("objects"), eb.fn.sum<string | null>("sizeBytes").as("bytes")])
        .where(by, "=", ownerId)
        .where("sandboxId", "is not", null)
        .executeTakeFirstOrThrow();
      return { objects, bytes: Number(bytes ?? 0) };
    },

    list: (by, ownerId) =>
      db
        .selectFrom("storedObjects")
        .select(["id", "sandboxId", "sizeBytes", "isWhole"])
        .where(by, "=", ownerId)
        .where("sandboxId", "is not", null)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .execute(),

    newest: (sandboxId, contentType, limit) =>
      db
        .selectFrom("storedObjects")
        .selectAll()
        .where("sandboxId", "=", sandboxId)
        .where("contentType", "=", contentType)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute(),

    async detach(id) {
      await db.updateTable("storedObjects").set({ sandboxId: null }).where("id", "=", id).execute();
    },

    async detachMadeBefore(time) {
      const query = db.updateTable("storedObjects").set({ sandboxId: null }).where("createdAt", "<", time);
      await query.where("sandboxId", "is not", null).execute();
    },

    async removeDetached() {
      for (;;) {
        const query = db.selectFrom("storedObjects").select("id").where("sandboxId", "is", null);
        const detached = await query.limit(OBJECTS_AT_ONCE).execute();
        for (const { id } of detached) {
          while (await removeSomeOf(id)) await nextTurn();
          await db.deleteFrom("storedObjects").where("id", "=", id).execute();
          await nextTurn();
        }
        if (detached.length < OBJECTS_AT_ONCE) return;
      }
    },
  };
}
