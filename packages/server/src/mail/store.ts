import type { Database } from "@terrarium/platform/db/database";
import type { Mail } from "./queue.ts";

export interface QueuedMail extends Mail {
  id: string;
  createdAt: number;
  /** Number of claims, including this one. */
  attempts: number;
}

export interface MailStore {
  /** Claims a due mail until `leaseUntil`. Returns undefined if none is due. */
  claim(now: number, leaseUntil: number): Promise<QueuedMail | undefined>;
  /** Makes mails that are due after `horizon` due now. */
  bringForward(horizon: number, now: number): Promise<void>;
  /** Postpones a claimed mail. */
  postpone(id: string, dueAt: number): Promise<void>;
  remove(id: string): Promise<void>;
  count(): Promise<number>;
}

export function createMailStore(db: Database): MailStore {
  return {
    claim: (now, leaseUntil) =>
      db
        .updateTable("mails")
        .set((eb) => ({ dueAt: leaseUntil, attempts: eb("attempts", "+", 1) }))
        .where("id", "=", (eb) =>
          eb.selectFrom("mails").select("id").where("dueAt", "<=", now).orderBy("dueAt").orderBy("id").limit(1),
        )
        // Repeated condition: of two servers with the same candidate, the second waits for the first, and then finds it
        // claimed.
        .where("dueAt", "<=", now)
        .returning(["id", "recipient", "subject", "body", "createdAt", "attempts"])
        .executeTakeFirst(),
    async bringForward(horizon, now) {
      await db.updateTable("mails").set({ dueAt: now }).where("dueAt", ">", horizon).execute();
    },
    async postpone(id, dueAt) {
      await db.updateTable("mails").set({ dueAt }).where("id", "=", id).execute();
    },
    async remove(id) {
      await db.deleteFrom("mails").where("id", "=", id).execute();
    },
    async count() {
      const query = db.selectFrom("mails").select((eb) => eb.fn.countAll<number>().as("count"));
      return (await query.executeTakeFirstOrThrow()).count;
    },
  };
}
