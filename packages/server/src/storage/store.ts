import { setImmediate as nextTurn } from "node:timers/promises";
import type { Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

export type ObjectRecord = Selectable<Schema["storedObjects"]>;

/** Parts are no larger than this: one is in memory at a time for each reader. */
const PART_BYTES = 262_144;
/** So many parts are removed in one step at most: other writers wait no longer than that takes, and SQLite holds the event loop for as long. */
const PARTS_AT_ONCE = 16;
const OBJECTS_AT_ONCE = 500;

/** By what is counted what is stored: of a team, or of a user in all teams. */
export type Counted = "organizationId" | "countsFor";
/** For whom an object counts. */
export type Owners = Pick<ObjectRecord, Counted>;

export interface ObjectStore {
  /** For whom counts what is stored of a sandbox; undefined if that is not known. */
  ownersOf(sandboxId: string): Promise<Owners | undefined>;
  insert(object: Omit<ObjectRecord, "sizeBytes">, bytes: Uint8Array): Promise<void>;
  /** Adds to the end of an object that is not whole and has room for it; answers for whom it counts, undefined if it was not. */
  append(id: string, bytes: Uint8Array, limitBytes: number): Promise<Owners | undefined>;
  /** Nothing more will be added. */
  finish(id: string): Promise<void>;
  /** One that has not lost its sandbox. */
  find(id: string): Promise<ObjectRecord | undefined>;
  /** The part in which a byte of an object is, and where it begins. */
  readPart(id: string, atByte: number): Promise<{ startByte: number; bytes: Uint8Array } | undefined>;
  /** How many a team or a user has, and their size. */
  measure(by: Counted, id: string): Promise<{ objects: number; bytes: number }>;
  /** Those of a team or a user, newest first. */
  list(by: Counted, id: string): Promise<Pick<ObjectRecord, "id" | "sandboxId" | "sizeBytes" | "isWhole">[]>;
  /** Takes an object from its sandbox, so that it is removed. */
  detach(id: string): Promise<void>;
  detachMadeBefore(time: number): Promise<void>;
  /** Removes those that lost their sandbox. */
  removeDetached(): Promise<void>;
}

export function createObjectStore(db: Database): ObjectStore {
  const insertParts = async (transaction: Database, objectId: string, from: number, bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = { objectId, startByte: from + at, bytes: bytes.subarray(at, at + PART_BYTES) };
      await transaction.insertInto("storedParts").values(part).execute();
    }
  };

  /** Answers whether there may be more to remove. */
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
        const row = { ...object, sizeBytes: bytes.length };
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

    async finish(id) {
      await db.updateTable("storedObjects").set({ isWhole: 1 }).where("id", "=", id).execute();
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
