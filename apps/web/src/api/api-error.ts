import { translate } from "../language/language.ts";
import { t } from "../language/text.ts";

/** The server answered with another status than 2xx. `message` is the server's own, fit to be shown. */
export class ApiError extends Error {
  readonly status: number;
  /** One of the contract's error codes, or "unknown" if the answer was not in its form. */
  readonly code: string;
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string, requestId?: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

export type ConnectionFailure = "refused" | "offline" | "timeout";

/** The server could not be asked, or did not answer in time. */
export class ConnectionError extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConnectionError";
    this.failure = failure;
  }
}

/** What to tell a person about anything that was thrown, in the language that is shown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? translate(error.message) : t("Unknown error");
