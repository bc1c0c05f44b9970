import { translate } from "../language/language.ts";
import { t } from "../language/text.ts";

/** A response with a status other than 2xx. `message` comes from the server and can be shown to users. */
export class ApiError extends Error {
  readonly status: number;
  /** One of the contract's error codes, or "unknown" if the response body has another format. */
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

/** The server was unreachable or did not respond in time. */
export class ConnectionError extends Error {
  readonly failure: ConnectionFailure;

  constructor(failure: ConnectionFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConnectionError";
    this.failure = failure;
  }
}

/** Returns a message for any thrown value, in the current language. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? translate(error.message) : t("Unknown error");
