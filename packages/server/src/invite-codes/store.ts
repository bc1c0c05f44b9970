import type { Database } from "@terrarium/platform/db/database";
import { lockUser } from "@terrarium/platform/db/locks";

export interface InviteCodeRecord {
  code: string;
  usesLeft: number;
  createdAt: number;
  /** Null: never. */
  expiresAt: number | null;
}

export interface InviteCodeStore {
  insert(code: InviteCodeRecord): Promise<void>;
  /** Uses a code once for this user, unless the user has redeemed one before. */
  redeem(userId: string, code: string, now: number): Promise<"redeemed" | "unknown" | "used" | "expired" | "no-user">;
  hasRedeemed(userId: string): Promise<boolean>;
}

export function createInviteCodeStore(db: Database): InviteCodeStore {
  const findRedeemed = (db: Database, userId: string) =>
    db.selectFrom("users").select("inviteCode").where("id", "=", userId).executeTakeFirst();
  return {
    async insert(code) {
      await db.insertInto("inviteCodes").values(code).execute();
    },
    redeem: (userId, code, now) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockUser(transaction, userId))) return "no-user";
        if ((await findRedeemed(transaction, userId))?.inviteCode != null) return "redeemed";
        // One statement checks and writes the row: of two users with the last use, one gets it.
        const taken = await transaction
          .updateTable("inviteCodes")
          .set((eb) => ({ usesLeft: eb("usesLeft", "-", 1) }))
          .where("code", "=", code)
          .where("usesLeft", ">", 0)
          .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)]))
          .executeTakeFirstOrThrow();
        if (taken.numUpdatedRows === 0n) return whyNot(transaction, code);
        await transaction
          .updateTable("users")
          .set({ inviteCode: code, updatedAt: now })
          .where("id", "=", userId)
          .execute();
        return "redeemed";
      }),
    hasRedeemed: async (userId) => (await findRedeemed(db, userId))?.inviteCode != null,
  };
}

async function whyNot(transaction: Database, code: string): Promise<"unknown" | "used" | "expired"> {
  const query = transaction.selectFrom("inviteCodes").select("usesLeft").where("code", "=", code);
  const known = await query.executeTakeFirst();
  if (!known) return "unknown";
  return known.usesLeft > 0 ? "expired" : "used";
}
