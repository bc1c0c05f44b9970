import { DatabaseError } from "pg";

/** The database cannot be used at the moment: what was asked of it is to be asked again later. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/**
 * PostgreSQL's classes of errors that concern the server rather than the query: 08 connection, 53 too few
 * resources other than disk, 57P it is being stopped or started, 25P03 a transaction was silent for too long.
 * postgresql.org/docs/current/errcodes-appendix.html
 */
const SERVER_TROUBLE = /^(08|53[^1]|57P|25P03)/;
/** What pg says of connections that broke or were given up. */
const BROKEN = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout|timeout exceeded)/;

/** An error as it is to be thrown: one that says that PostgreSQL cannot be used becomes DatabaseUnavailableError. */
export function toUnavailable(error: unknown): unknown {
  if (!isTrouble(error)) return error;
  return new DatabaseUnavailableError(`the database cannot be used: ${error.message}`, { cause: error });
}

function isTrouble(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return SERVER_TROUBLE.test(error.code ?? "");
  // The codes of the operating system: ECONNREFUSED, ENOENT (a socket's file) and others.
  return BROKEN.test(error.message) || ("code" in error && /^E[A-Z]+$/.test(String(error.code)));
}
