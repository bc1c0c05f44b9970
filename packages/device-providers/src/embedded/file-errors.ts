/** Returns whether an error has a code of the system, such as ENOSPC. */
export function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/** Returns whether a file, or a folder of its path, does not exist. */
export const isMissing = (error: unknown): boolean =>
  hasCode(error) && (error.code === "ENOENT" || error.code === "ENOTDIR");
