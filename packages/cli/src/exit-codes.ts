import { TerrariumError } from "@terrarium/sdk/terrarium-error";

/**
 * Exit codes of the program. `box exec` and `shell` end with the code of their command; their own failures end with
 * `ownFailure`.
 */
export const EXIT = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  notAllowed: 3,
  notFound: 4,
  notReached: 5,
  ownFailure: 125,
  interrupted: 130,
} as const;

/** Wrong usage; reported without a stack trace. */
export class UsageError extends Error {}

/** No API key is configured. */
export class MissingKeyError extends Error {}

/** The file to copy does not exist on this machine. */
export class MissingFileError extends Error {}

/** Returns the error code of a failure: a code of the API, or one of this program. */
export function codeOf(error: unknown): string {
  if (error instanceof UsageError) return "wrong_usage";
  if (error instanceof MissingKeyError) return "no_api_key";
  if (error instanceof MissingFileError) return "no_local_file";
  return "failed";
}

/** Returns the exit code of a failure. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.wrongUsage;
  if (error instanceof MissingKeyError) return EXIT.notAllowed;
  if (error instanceof MissingFileError) return EXIT.notFound;
  if (!(error instanceof TerrariumError)) return EXIT.failed;
  if (error.status === 401 || error.status === 403) return EXIT.notAllowed;
  if (error.status === 404) return EXIT.notFound;
  if (error.code === "network_error" || error.code === "timeout") return EXIT.notReached;
  return EXIT.failed;
}
