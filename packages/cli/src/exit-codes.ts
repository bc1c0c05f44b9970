import { TerrariumError } from "@terrarium/sdk/terrarium-error";

/** How the program ends. `box exec` and `shell` end as their command did; what they fail with themselves is `ownFailure`. */
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

/** Something is wrong with what was asked for; told without a trace of where. */
export class UsageError extends Error {}

/** There is no key to ask a server with. */
export class MissingKeyError extends Error {}

/** What was to be copied is not on this machine. */
export class MissingFileError extends Error {}

/** The code of a failure of this program itself, beside the codes of the API. */
export function codeOf(error: unknown): string {
  if (error instanceof UsageError) return "wrong_usage";
  if (error instanceof MissingKeyError) return "no_api_key";
  if (error instanceof MissingFileError) return "no_local_file";
  return "failed";
}

/** The exit code that a failure stands for. */
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
