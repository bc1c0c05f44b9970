/** SQLite's result codes (https://sqlite.org/rescode.html). */
export const SQLITE_BUSY = 5;
export const SQLITE_IOERR = 10;
export const SQLITE_FULL = 13;

/** Returns the result code in the lowest byte of an extended one; undefined if SQLite did not throw the error. */
export function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}
