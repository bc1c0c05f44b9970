import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization } from "@terrarium/platform/db/locks";
import type { SealedColumn } from "@terrarium/platform/secrets/reseal";

export interface InviteLinkRecord {
  id: string;
  organizationId: string;
  codeSealed: string;
  createdAt: number;
  expiresAt: number;
}

export interface InviteStore {
  /** Inserts a link unless the organization has `limit` unexpired ones. */
  insertWithin(
    limit: number,
    link: InviteLinkRecord & { codeHash: string },
  ): Promise<"inserted" | "limit" | "no-organization">;
  /** Newest first. */
  list(organizationId: string): Promise<InviteLinkRecord[]>;
  findByHash(codeHash: string): Promise<{ organizationId: string; expiresAt: number } | undefined>;
  /** Returns whether a link exists, and locks it against deletion until the transaction ends. */
  hold(transaction: Database, codeHash: string): Promise<boolean>;
  /** Returns whether there was such a link. */
  delete(organizationId: string, id: string): Promise<boolean>;
  deleteExpiredBefore(time: number): Promise<void>;
}

export const SEALED_INVITES: SealedColumn = { table: "inviteLinks", key: "id", column: "codeSealed" };

export function createInviteStore(db: Database): InviteStore {
  return {
    insertWithin: (limit, link) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOrganization(transaction, link.organizationId))) return "no-organization";
        const { count } = await transaction
          .selectFrom("inviteLinks")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("organizationId", "=", link.organizationId)
          .where("expiresAt", ">", link.createdAt)
          .executeTakeFirstOrThrow();
        if (count >= limit) return "limit";
        await transaction.insertInto("inviteLinks").values(link).execute();
        return "inserted";
      }),
    list: (organizationId) =>
      db
        .selectFrom("inviteLinks")
        .select(["id", "organizationId", "codeSealed", "createdAt", "expiresAt"])
        .where("organizationId", "=", organizationId)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .execute(),
    findByHash: (codeHash) =>
      db
        .selectFrom("inviteLinks")
        .select(["organizationId", "expiresAt"])
        .where("codeHash", "=", codeHash)
        .executeTakeFirst(),
    async hold(transaction, codeHash) {
      const query = transaction.updateTable("inviteLinks").set({ codeHash }).where("codeHash", "=", codeHash);
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
    },
    async delete(organizationId, id) {
      const query = db.deleteFrom("inviteLinks").where("id", "=", id).where("organizationId", "=", organizationId);
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n;
    },
    async deleteExpiredBefore(time) {
      await db.deleteFrom("inviteLinks").where("expiresAt", "<", time).execute();
    },
  };
}
