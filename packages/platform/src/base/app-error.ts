import type { ErrorBody } from "@terrarium/contract/error-body";
import { ERRORS, type ErrorCode, type ErrorContext } from "@terrarium/contract/errors";

/** An error for the caller: its code determines HTTP status and message (contract/errors). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly context: ErrorContext;

  /** Returns the error in the form for the caller. */
  toBody(requestId: string): ErrorBody {
    const { suggestion } = ERRORS[this.code];
    return { code: this.code, message: this.message, ...(suggestion !== undefined && { suggestion }), requestId };
  }

  constructor(code: ErrorCode, context: ErrorContext = {}, options?: ErrorOptions) {
    super(ERRORS[code].message(context), options);
    this.name = "AppError";
    this.code = code;
    this.status = ERRORS[code].status;
    this.context = context;
  }
}
