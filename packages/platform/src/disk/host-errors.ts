import { AppError } from "../base/app-error.ts";
import { primaryCode, SQLITE_FULL, SQLITE_IOERR } from "../db/sqlite-codes.ts";

/** Codes of the system, and PostgreSQL's disk_full. */
const NO_SPACE = new Set(["ENOSPC", "EDQUOT", "53100"]);
const NO_DESCRIPTORS = new Set(["EMFILE", "ENFILE"]);

/**
 * Returns whether the disk is full. SQLite reports an exceeded quota, or a full disk when its WAL index grows, as an I/O error.
 */
export function isNoSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = primaryCode(error);
  if (code === SQLITE_FULL || code === SQLITE_IOERR) return true;
  return "code" in error && NO_SPACE.has(String(error.code));
}

/** Returns the caller's error if the host has run out of a resource; undefined for other errors. */
export function asHostError(error: unknown): AppError | undefined {
  if (isNoSpace(error)) return new AppError("disk_full", {}, { cause: error });
  const hasNone = error instanceof Error && "code" in error && NO_DESCRIPTORS.has(String(error.code));
  return hasNone ? new AppError("too_many_open_files", {}, { cause: error }) : undefined;
}
