import type { ErrorCode } from "@terrarium/contract/errors";

/**
 * What went wrong: an error code of the API, or one of the client's own: no answer at all, none in time, or an answer
 * that is not the API's.
 */
export type TerrariumErrorCode =
  | ErrorCode
  | "network_error"
  | "timeout"
  | "unexpected_answer"
  | "socket_closed"
  | "no_api_key";

export interface ErrorDetails {
  code: TerrariumErrorCode | (string & {});
  status?: number | undefined;
  suggestion?: string | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** A call that failed. What kind of failure it is says its class, or its code. */
export class TerrariumError extends Error {
  /** A code of the API that this version does not know yet arrives as it is. */
  readonly code: TerrariumErrorCode | (string & {});
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What to do about it, where the server knows. */
  readonly suggestion: string | undefined;
  /** Quote it when you ask about the failure. */
  readonly requestId: string | undefined;
  /** How long to wait before the call is worth another try, where the server says so. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.status = details.status ?? 0;
    this.suggestion = details.suggestion;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** 400: the request is wrong. */
export class BadRequestError extends TerrariumError {}
/** 401: the API key is missing, unknown or expired. */
export class AuthenticationError extends TerrariumError {}
/** 403: the API key may not do this. */
export class PermissionDeniedError extends TerrariumError {}
/** 404: there is no such thing, or it is not yours. */
export class NotFoundError extends TerrariumError {}
/** No answer in time, or 408: what was asked for took too long. */
export class TimedOutError extends TerrariumError {}
/** 409: it cannot be done as things stand: an element has moved, a box is stopped. */
export class ConflictError extends TerrariumError {}
/** 422: it is understood and cannot be done here. */
export class UnprocessableError extends TerrariumError {}
/** 429: too much at once; `retryAfterMs` says when to try again. */
export class RateLimitError extends TerrariumError {}
/** 5xx: the server or the device failed. */
export class ServerError extends TerrariumError {}
/** There was no answer: the server cannot be reached. */
export class ConnectionError extends TerrariumError {}

const CLASSES: Readonly<Record<number, typeof TerrariumError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  408: TimedOutError,
  409: ConflictError,
  422: UnprocessableError,
  429: RateLimitError,
};

/** The error of the class that a status stands for. */
export function errorOfStatus(status: number, message: string, details: ErrorDetails): TerrariumError {
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : TerrariumError);
  return new Class(message, { ...details, status });
}
