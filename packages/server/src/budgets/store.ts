import type { Database } from "@terrarium/platform/db/database";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Selectable } from "kysely";
import { type Mail, queueMail } from "../mail/queue.ts";

export interface BudgetRecord {
  organizationId: string;
  limitEnabled: boolean;
  limitMicroDollars: number;
  /** 0: no alert. */
  alertMicroDollars: number;
}

type BudgetChanges = { [Field in keyof Omit<BudgetRecord, "organizationId">]?: BudgetRecord[Field] | undefined };

export interface BudgetStore {
  find(organizationId: string): Promise<BudgetRecord | undefined>;
  /** Changes the given fields. Others stay, also under concurrent changes. */
  save(organizationId: string, changes: BudgetChanges, now: number): Promise<void>;
  /** Returns organizations with a limit or an alert. */
  listOrganizations(): Promise<string[]>;
  /** Returns the organization's name and its owner's address. */
  findOwner(organizationId: string): Promise<{ organizationName: string; email: string | null } | undefined>;
  listNotified(organizationId: string, period: string): Promise<string[]>;
  /** Records a notice and queues its mail, both or neither. Does nothing if it was already given. */
  notify(notice: { organizationId: string; period: string; kind: string }, mail: Mail, now: number): Promise<void>;
}

const toRecord = (row: Selectable<Schema["budgets"]>): BudgetRecord => ({
  organizationId: row.organizationId,
  limitEnabled: row.limitEnabled === 1,
  limitMicroDollars: row.limitMicroDollars,
  alertMicroDollars: row.alertMicroDollars,
});

export function createBudgetStore(db: Database): BudgetStore {
  return {
    async find(organizationId) {
      const query = db.selectFrom("budgets").selectAll().where("organizationId", "=", organizationId);
      const row = await query.executeTakeFirst();
      return row && toRecord(row);
    },

    async save(organizationId, { limitEnabled, limitMicroDollars, alertMicroDollars }, now) {
      const changes = {
        ...(limitEnabled === undefined ? {} : { limitEnabled: limitEnabled ? (1 as const) : (0 as const) }),
        ...(limitMicroDollars === undefined ? {} : { limitMicroDollars }),
        ...(alertMicroDollars === undefined ? {} : { alertMicroDollars }),
        updatedAt: now,
      };
      await db
        .insertInto("budgets")
        .values({ organizationId, limitEnabled: 0, limitMicroDollars: 0, alertMicroDollars: 0, ...changes })
        .onConflict((conflict) => conflict.column("organizationId").doUpdateSet(changes))
        .execute();
    },

    async listOrganizations() {
      const query = db
        .selectFrom("budgets")
        .select("organizationId")
        .where((eb) => eb.or([eb("limitEnabled", "=", 1), eb("alertMicroDollars", ">", 0)]));
      return (await query.execute()).map((row) => row.organizationId);
    },

    findOwner: (organizationId) =>
      db
        .selectFrom("memberships")
        .innerJoin("users", "users.id", "memberships.userId")
        .innerJoin("organizations", "organizations.id", "memberships.organizationId")
        .select(["organizations.name as organizationName", "users.email"])
        .where("memberships.organizationId", "=", organizationId)
        .where("memberships.role", "=", "owner")
        .executeTakeFirst(),

    async listNotified(organizationId, period) {
      const query = db.selectFrom("budgetNotifications").select("kind").where("organizationId", "=", organizationId);
      return (await query.where("period", "=", period).execute()).map((row) => row.kind);
    },

    notify: (notice, mail, now) =>
      db.transaction().execute(async (transaction) => {
        // The first of concurrent calls inserts the row. The others wait for it and then find it.
        const inserted = await transaction
          .insertInto("budgetNotifications")
          .values({ ...notice, createdAt: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning("kind")
          .executeTakeFirst();
        if (inserted) await queueMail(transaction, mail, now);
      }),
  };
}
