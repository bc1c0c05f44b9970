import { sql } from "kysely";
import type { Database } from "../db/database.ts";

/** Counts of calls that hold over all servers on a database. */
export interface RateWindows {
  /** Counts calls; answers how many there were of this key in the window that is open, and for how long it still is. */
  count(key: string, windowMs: number, calls?: number): Promise<{ calls: number; leftMs: number }>;
  /** Removes windows that are over. */
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
