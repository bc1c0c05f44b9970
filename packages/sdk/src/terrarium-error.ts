import type { ErrorCode } from "@terrarium/contract/errors";

/**
 * What went wrong: an error code of the API, or one of the client's own: no answer at all, none in time, or an answer
 * that is not the API's.
 */
export type TerrariumErrorCode = ErrorCode | "network_error" | "timeout" | "unexpected_answer";

/** A call that failed. */
export class TerrariumError extends Error {
  /** A code of the API that this version does not know yet arrives as it is. */
  readonly code: TerrariumErrorCode | (string & {});
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Quote it when you ask about the failure. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    details: {
      code: TerrariumErrorCode | (string & {});
      status?: number;
      requestId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "TerrariumError";
    this.code = details.code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
  }
}
