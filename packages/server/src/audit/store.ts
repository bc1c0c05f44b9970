import { sql, type Selectable } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";

/** So many at most, so that others need not wait for long. */
const DELETED_AT_ONCE = 500;

type NewAuditEntry = Omit<Selectable<Schema["auditEntries"]>, "apiKeyName">;

export type AuditRecord = NewAuditEntry & { actorName: string | null };

export interface AuditFilter {
  organizationId: string;
  actorId?: string | undefined;
  action?: string | undefined;
  /** ok, error (any), or a code. */
  outcome?: string | undefined;
  /** Epoch milliseconds; `to` is not included. */
  from?: number | undefined;
  to?: number | undefined;
}

export interface AuditStore {
  insert(entry: NewAuditEntry): Promise<void>;
  /** Newest first. */
  page(filter: AuditFilter, offset: number, limit: number): Promise<AuditRecord[]>;
  /** The newest that are older than an entry; without one, the newest of all. */
  pageAfter(
    filter: AuditFilter,
    last: Pick<AuditRecord, "at" | "id"> | undefined,
    limit: number,
  ): Promise<AuditRecord[]>;
  count(filter: AuditFilter): Promise<number>;
  /** The organization of a sandbox, if it is still known. */
  findOrganizationOfSandbox(sandboxId: string): Promise<string | undefined>;
  deleteBefore(time: number): Promise<void>;
}

type Row = Selectable<Schema["auditEntries"]> & { userName: string | null };
const toRecord = ({ apiKeyName, userName, ...row }: Row): AuditRecord => ({
  ...row,
  actorName: apiKeyName ?? userName,
});

export function createAuditStore(db: Database): AuditStore {
  const select = ({ organizationId, actorId, action, outcome, from, to }: AuditFilter) => {
    let query = db.selectFrom("auditEntries").where("organizationId", "=", organizationId);
    if (actorId !== undefined) query = query.where("actorId", "=", actorId);
    if (action !== undefined) query = query.where("action", "=", action);
    // Literally, as the index of failures says it.
    if (outcome === "error") query = query.where("outcome", "<>", sql.lit("ok"));
    else if (outcome !== undefined) query = query.where("outcome", "=", outcome);
    if (from !== undefined) query = query.where("at", ">=", from);
    if (to !== undefined) query = query.where("at", "<", to);
    return query;
  };

  const newestFirst = (filter: AuditFilter) =>
    select(filter)
      .selectAll()
      // Looked up, so that the name of a user who left the product is nowhere kept.
      .select((eb) =>
        eb.selectFrom("users").select("users.name").whereRef("users.id", "=", "auditEntries.actorId").as("userName"),
      )
      .orderBy("at", "desc")
      .orderBy("id", "desc");

  return {
    async insert(entry) {
      const isApiKey = entry.actorKind === "api_key" && entry.actorId !== null;
      await db
        .insertInto("auditEntries")
        .values((eb) => ({
          ...entry,
          apiKeyName: isApiKey ? eb.selectFrom("apiKeys").select("name").where("id", "=", entry.actorId) : null,
        }))
        .execute();
    },

    async page(filter, offset, limit) {
      return (await newestFirst(filter).limit(limit).offset(offset).execute()).map(toRecord);
    },

    async pageAfter(filter, last, limit) {
      let query = newestFirst(filter).limit(limit);
      if (last)
        query = query.where((eb) =>
          eb.or([eb("at", "<", last.at), eb.and([eb("at", "=", last.at), eb("id", "<", last.id)])]),
        );
      // Of the entries of one time few stand before the last, so the index leads nearly there.
      if (last) query = query.where("at", "<=", last.at);
      return (await query.execute()).map(toRecord);
    },

    async count(filter) {
      const query = select(filter).select((eb) => eb.fn.countAll<number>().as("count"));
      return (await query.executeTakeFirstOrThrow()).count;
    },

    async findOrganizationOfSandbox(sandboxId) {
      const query = db.selectFrom("sandboxes").select("organizationId").where("id", "=", sandboxId);
      return (await query.executeTakeFirst())?.organizationId;
    },

    async deleteBefore(time) {
      const deleteSome = () =>
        db
          .deleteFrom("auditEntries")
          .where("id", "in", (eb) =>
            eb.selectFrom("auditEntries").select("id").where("at", "<", time).limit(DELETED_AT_ONCE),
          )
          .executeTakeFirstOrThrow();
      while ((await deleteSome()).numDeletedRows === BigInt(DELETED_AT_ONCE));
    },
  };
}
