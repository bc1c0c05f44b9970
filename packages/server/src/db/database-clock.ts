import type { PostgresSession } from "./postgres-session.ts";

/** Both clocks are read in milliseconds. */
const READING_MS = 1;

export interface DatabaseClock {
  /** Epoch milliseconds. */
  now: () => number;
  /** Compares this machine's clock with PostgreSQL's. */
  measure(session: Pick<PostgresSession, "ask">): Promise<void>;
}

/**
 * Tells the time by PostgreSQL's clock without asking it each time: this machine's, corrected as far as it is known to
 * be wrong. Servers on one database agree to within what a query takes.
 */
export function createDatabaseClock(machine: () => number = Date.now): DatabaseClock {
  let offsetMs = 0;
  return {
    now: () => machine() + offsetMs,
    async measure(session) {
      const before = machine();
      const row = await session.ask("select (extract(epoch from clock_timestamp()) * 1000)::float8 as now");
      const after = machine();
      const theirs = Number(row?.now);
      // It was read between the two.
      const least = theirs - after - READING_MS;
      const most = theirs - before + READING_MS;
      if (offsetMs < least || offsetMs > most) offsetMs = Math.round((least + most) / 2);
    },
  };
}
