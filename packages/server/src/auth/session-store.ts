import type { Database } from "@terrarium/platform/db/database";
import { lockUser } from "@terrarium/platform/db/locks";
import { prepareQuery } from "@terrarium/platform/db/prepared";

interface SessionRecord {
  id: string;
  userId: string;
  expiresAt: number;
}

export interface SessionStore {
  /** Returns false if there is no such user. */
  insert(session: {
    id: string;
    userId: string;
    tokenHash: string;
    createdAt: number;
    expiresAt: number;
  }): Promise<boolean>;
  /** Returns the session of a token, if it has not expired. */
  find(tokenHash: string, now: number): Promise<SessionRecord | undefined>;
  extend(id: string, expiresAt: number): Promise<void>;
  delete(id: string): Promise<void>;
  deleteExpired(now: number): Promise<void>;
}

export function createSessionStore(db: Database): SessionStore {
  const selectValid = prepareQuery(db, ({ tokenHash, now }: { tokenHash: string; now: number }) =>
    db
      .selectFrom("sessions")
      .select(["id", "userId", "expiresAt"])
      .where("tokenHash", "=", tokenHash)
      .where("expiresAt", ">", now),
  );

  return {
    insert: (session) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockUser(transaction, session.userId))) return false;
        await transaction.insertInto("sessions").values(session).execute();
        return true;
      }),
    find: async (tokenHash, now) => (await selectValid({ tokenHash, now }))[0],
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
