import type { RunLimits } from "@terrarium/contract/limits";
import type { Database } from "@terrarium/platform/db/database";
import { lockOrganization, lockUser } from "@terrarium/platform/db/locks";
import type { Schema } from "@terrarium/platform/db/schema";
import type { Insertable } from "kysely";

type ScriptRun = Insertable<Schema["scriptRuns"]>;

export interface RunLeaseStore {
  /** Records a run unless its team's or its user's limit is reached. Counts bursts exactly. */
  insertWithin(
    limits: Pick<RunLimits, "concurrentPerTeam" | "concurrentPerUser">,
    run: ScriptRun,
  ): Promise<"inserted" | "team" | "user">;
  delete(id: string): Promise<void>;
}

export function createRunLeaseStore(db: Database): RunLeaseStore {
  const countBy = async (transaction: Database, column: "organizationId" | "userId", value: string) =>
    (
      await transaction
        .selectFrom("scriptRuns")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where(column, "=", value)
        .executeTakeFirstOrThrow()
    ).count;
  return {
    insertWithin: ({ concurrentPerTeam, concurrentPerUser }, run) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId, userId } = run;
        if (userId) await lockUser(transaction, userId);
        await lockOrganization(transaction, organizationId);
        if ((await countBy(transaction, "organizationId", organizationId)) >= concurrentPerTeam) return "team";
        if (userId && (await countBy(transaction, "userId", userId)) >= concurrentPerUser) return "user";
        await transaction.insertInto("scriptRuns").values(run).execute();
        return "inserted";
      }),
    async delete(id) {
      await db.deleteFrom("scriptRuns").where("id", "=", id).execute();
    },
  };
}
