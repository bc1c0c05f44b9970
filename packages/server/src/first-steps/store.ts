import type { Database } from "@terrarium/platform/db/database";
import type { Schema } from "@terrarium/platform/db/schema";

export type Step = Schema["firstSteps"]["step"];

export interface FirstStepStore {
  /** Inserts a step unless it was done before. */
  insert(organizationId: string, step: Step, now: number): Promise<void>;
  list(organizationId: string): Promise<Step[]>;
}

export function createFirstStepStore(db: Database): FirstStepStore {
  return {
    async insert(organizationId, step, createdAt) {
      await db
        .insertInto("firstSteps")
        .values({ organizationId, step, createdAt })
        .onConflict((conflict) => conflict.columns(["organizationId", "step"]).doNothing())
        .execute();
    },
    async list(organizationId) {
      const rows = await db
        .selectFrom("firstSteps")
        .select("step")
        .where("organizationId", "=", organizationId)
        .execute();
      return rows.map(({ step }) => step);
    },
  };
}
