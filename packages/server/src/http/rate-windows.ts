import type { Database } from "@terrarium/platform/db/database";
import { sql } from "kysely";

/** Call counts over all servers on a database. */
export interface RateWindows {
  /** Counts calls. Returns the calls of this key in the open window and the time until it ends. */
  count(key: string, windowMs: number, calls?: number): Promise<{ calls: number; leftMs: number }>;
  /** Removes expired windows. */
  forget(): Promise<void>;
}

export function createRateWindows(db: Database, clock: () => number): RateWindows {
  return {
    async count(key, windowMs, more = 1) {
      const now = clock();
      const { calls, endsAt } = await db
        .insertInto("rateWindows")
        .values({ key, calls: more, endsAt: now + windowMs })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            calls: sql<number>`case when rate_windows.ends_at <= ${now} then ${more} else rate_windows.calls + ${more} end`,
            endsAt: sql<number>`case when rate_windows.ends_at <= ${now} then excluded.ends_at else rate_windows.ends_at end`,
          }),
        )
        .returning(["calls", "endsAt"])
        .executeTakeFirstOrThrow();
      return { calls, leftMs: endsAt - now };
    },
    async forget() {
      await db.deleteFrom("rateWindows").where("endsAt", "<=", clock()).execute();
    },
  };
}
