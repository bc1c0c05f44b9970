import type { Database } from "../db/database.ts";

interface SessionRecord {
  id: string;
  userId: string;
  expiresAt: number;
}

export interface SessionStore {
  insert(session: {
    id: string;
    userId: string;
    tokenHash: string;
    createdAt: number;
    expiresAt: number;
  }): Promise<void>;
  /** The session of a token, if it has not expired. */
  find(tokenHash: string, now: number): Promise<SessionRecord | undefined>;
  extend(id: string, expiresAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

export function createSessionStore(db: Database): SessionStore {
  return {
    async insert(session) {
      await db.insertInto("sessions").values(session).execute();
    },
    find: (tokenHash, now) =>
      db
        .selectFrom("sessions")
        .select(["id", "userId", "expiresAt"])
        .where("tokenHash", "=", tokenHash)
        .where("expiresAt", ">", now)
        .executeTakeFirst(),
    async extend(id, expiresAt) {
      await db.updateTable("sessions").set({ expiresAt }).where("id", "=", id).execute();
    },
    async delete(id) {
      await db.deleteFrom("sessions").where("id", "=", id).execute();
    },
    async deleteExpired(now) {
      await db.deleteFrom("sessions").where("expiresAt", "<=", now).execute();
    },
  };
}
