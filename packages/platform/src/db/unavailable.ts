import { DatabaseError } from "pg";

/** The database is temporarily unavailable; the query should be retried later. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/**
 * PostgreSQL's error classes that concern the server rather than the query. They are 08 connection, 53 insufficient
 * resources other than disk, 57P shutdown or start, and 25P03 idle transaction.
 * postgresql.org/docs/current/errcodes-appendix.html
 */
const SERVER_TROUBLE = /^(08|53[^1]|57P|25P03)/;
/** Messages of pg for broken and closed connections. */
const BROKEN = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout|timeout exceeded)/;

/** Converts errors of an unavailable PostgreSQL to DatabaseUnavailableError; returns others unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (!isTrouble(error)) return error;
  return new DatabaseUnavailableError(`the database cannot be used: ${error.message}`, { cause: error });
}

function isTrouble(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return SERVER_TROUBLE.test(error.code ?? "");
  // Codes of the operating system: ECONNREFUSED, ENOENT (a socket's file) and others.
  return BROKEN.test(error.message) || ("code" in error && /^E[A-Z]+$/.test(String(error.code)));
}
