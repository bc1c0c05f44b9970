/** Whether the system refused something, with a code such as ENOSPC. */
export function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/** Whether a file, or a folder on the way to it, is not there. */
export const isMissing = (error: unknown): boolean =>
  hasCode(error) && (error.code === "ENOENT" || error.code === "ENOTDIR");
