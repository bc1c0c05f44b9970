import type { PostgresSession } from "./postgres-session.ts";

/** Both clocks are read in milliseconds. */
const READING_MS = 1;

/** Epoch milliseconds as this process began with them, and what has passed since: whoever sets the machine's clock changes nothing. */
const sinceStart = (): number => Math.floor(performance.timeOrigin + performance.now());

export interface DatabaseClock {
  /** Epoch milliseconds. */
  now: () => number;
  /** Compares this machine's clock with PostgreSQL's. */
  measure(session: Pick<PostgresSession, "ask">): Promise<void>;
}

/**
 * Tells the time by PostgreSQL's clock without asking it each time: by one of this machine that nobody sets, corrected as
 * far as it is known to be wrong. Servers on one database agree to within what a query takes, but for a machine that was
 * suspended, which is behind until it has measured.
 */
export function createDatabaseClock(machine: () => number = sinceStart): DatabaseClock {
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
