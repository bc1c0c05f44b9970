import type { PostgresSession } from "./postgres-session.ts";

/** Resolution of both clocks. */
const READING_MS = 1;

/**
 * Epoch milliseconds from the process's start time and a monotonic clock, so changes of the machine's clock have no
 * effect.
 */
const sinceStart = (): number => Math.floor(performance.timeOrigin + performance.now());

export interface DatabaseClock {
  /** Returns epoch milliseconds. */
  now: () => number;
  /** Compares this machine's clock with PostgreSQL's. */
  measure(session: Pick<PostgresSession, "ask">): Promise<void>;
}

/**
 * Creates a clock that follows PostgreSQL's without a query per reading. It uses a monotonic clock of this machine, and
 * corrects it only if it is certainly wrong. Servers on one database agree to within a query's duration. After a
 * machine was suspended, its clock is behind until the next measurement.
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
      // PostgreSQL read its clock between the two readings.
      const least = theirs - after - READING_MS;
      const most = theirs - before + READING_MS;
      if (offsetMs < least || offsetMs > most) offsetMs = Math.round((least + most) / 2);
    },
  };
}
