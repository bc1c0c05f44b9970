import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { Database } from "@terrarium/platform/db/database";
import type { Schema } from "@terrarium/platform/db/schema";
import { sql, type Selectable } from "kysely";

/** Most rows per deletion, so that other writers wait only briefly. */
const DELETED_AT_ONCE = 500;

type NewAuditEntry = Omit<Selectable<Schema["auditEntries"]>, "apiKeyName" | "more">;

/** Data of a call's target. */
interface Target {
  /** Null: public. */
  organizationId: string | null;
  /** For an invite link: its end, in epoch milliseconds. */
  name: string | null;
  /** For a sandbox: its template. */
  templateName: string | null;
}

const NONE = sql`null`;
const OWNER = sql.ref("organizationId");
const NAME = sql.ref("name");
/** Tables and columns of named targets, by the field name of their id. */
const TARGET_TABLES = {
  apiKeyId: { table: "apiKeys", owner: OWNER, name: NAME, templateName: NONE },
  sandboxId: { table: "sandboxes", owner: OWNER, name: NAME, templateName: sql.ref("templateName") },
  inviteId: {
    table: "inviteLinks",
    owner: OWNER,
    name: sql`cast(${sql.ref("expiresAt")} as text)`,
    templateName: NONE,
  },
  templateId: { table: "templates", owner: NONE, name: NAME, templateName: NONE },
} as const;
type TargetField = keyof typeof TARGET_TABLES;
const isTargetField = (field: string): field is TargetField => Object.hasOwn(TARGET_TABLES, field);

/** Targets by the field name of their id. null: does not exist. */
export type Targets = Partial<Record<TargetField, Target | null>>;

function targetQuery(field: TargetField, id: string) {
  const { table, owner, name, templateName } = TARGET_TABLES[field];
  return sql`select ${sql.lit(field)} as ${sql.ref("field")}, ${owner} as ${sql.ref("organizationId")}, ${name} as ${sql.ref("name")}, ${templateName} as ${sql.ref("templateName")} from ${sql.table(table)} where ${sql.ref("id")} = ${id}`;
}

export type AuditRecord = NewAuditEntry & { actorName: string | null; more: number };

export interface AuditFilter {
  organizationId: string;
  actorId?: string | undefined;
  action?: string | undefined;
  /** ok, error (any), or a code. */
  outcome?: string | undefined;
  /** Epoch milliseconds; `to` is exclusive. */
  from?: number | undefined;
  to?: number | undefined;
}

export interface AuditStore {
  insert(entry: NewAuditEntry): Promise<void>;
  /** Counts one more call on an entry. */
  countMore(id: string): Promise<void>;
  /** Newest first. */
  page(filter: AuditFilter, offset: number, limit: number): Promise<AuditRecord[]>;
  /** Returns the newest entries older than the given one, or the newest of all. */
  pageAfter(
    filter: AuditFilter,
    last: Pick<AuditRecord, "at" | "id"> | undefined,
    limit: number,
  ): Promise<AuditRecord[]>;
  /** Returns the count, and reads at most `most`. */
  count(filter: AuditFilter, most: number): Promise<number>;
  /** Returns the named targets among the ids, with at most one query. */
  findTargets(ids: Readonly<Record<string, string>>): Promise<Targets>;
  /** Returns the existing ones of these users, and whether they belong to the organization. */
  findUsers(organizationId: string, ids: readonly string[]): Promise<{ id: string; name: string; isMember: boolean }[]>;
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
    // As a literal, to match the index of failures.
    if (outcome === "error") query = query.where("outcome", "<>", sql.lit(OUTCOME_OK));
    else if (outcome !== undefined) query = query.where("outcome", "=", outcome);
    if (from !== undefined) query = query.where("at", ">=", from);
    if (to !== undefined) query = query.where("at", "<", to);
    return query;
  };

  const newestFirst = (filter: AuditFilter) =>
    select(filter)
      .selectAll()
      // Looked up, so that a deleted user's name is stored nowhere.
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

    async countMore(id) {
      await db
        .updateTable("auditEntries")
        .set((eb) => ({ more: eb("more", "+", 1) }))
        .where("id", "=", id)
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
      // Few entries share the last one's time, so the index leads almost to the position.
      if (last) query = query.where("at", "<=", last.at);
      return (await query.execute()).map(toRecord);
    },

    async count(filter, most) {
      const some = select(filter).select("id").limit(most);
      const query = db.selectFrom(some.as("some")).select((eb) => eb.fn.countAll<number>().as("count"));
      return (await query.executeTakeFirstOrThrow()).count;
    },

    async findTargets(ids) {
      const asked = Object.entries(ids).filter((entry): entry is [TargetField, string] => isTargetField(entry[0]));
      if (asked.length === 0) return {};
      const queries = asked.map(([field, id]) => targetQuery(field, id));
      const { rows } = await sql<Target & { field: TargetField }>`${sql.join(queries, sql` union all `)}`.execute(db);
      const found = new Map(rows.map(({ field, ...target }) => [field, target]));
      return Object.fromEntries(asked.map(([field]) => [field, found.get(field) ?? null]));
    },

    async findUsers(organizationId, ids) {
      const rows = await db
        .selectFrom("users")
        .leftJoin("memberships", (join) =>
          join.onRef("memberships.userId", "=", "users.id").on("memberships.organizationId", "=", organizationId),
        )
        .where("users.id", "in", ids)
        .select(["users.id", "users.name", "memberships.userId"])
        .execute();
      return rows.map(({ id, name, userId }) => ({ id, name, isMember: userId !== null }));
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
