import { AppError } from "../base/app-error.ts";

/** SQLite's SQLITE_FULL (https://sqlite.org/rescode.html). */
const SQLITE_FULL = 13;
/** Of the system, and PostgreSQL's disk_full. */
const NO_SPACE = new Set(["ENOSPC", "EDQUOT", "53100"]);
const NO_DESCRIPTORS = new Set(["EMFILE", "ENFILE"]);

export function isNoSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("errcode" in error && error.errcode === SQLITE_FULL) return true;
  return "code" in error && NO_SPACE.has(String(error.code));
}

/** What the caller is told of a host that has run out of something; undefined if the error is of another kind. */
export function asHostError(error: unknown): AppError | undefined {
  if (isNoSpace(error)) return new AppError("disk_full", {}, { cause: error });
  const hasNone = error instanceof Error && "code" in error && NO_DESCRIPTORS.has(String(error.code));
  return hasNone ? new AppError("too_many_open_files", {}, { cause: error }) : undefined;
}
