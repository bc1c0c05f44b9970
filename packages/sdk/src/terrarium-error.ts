import type { ErrorCode } from "@terrarium/contract/errors";

/**
 * An error code of the API, or one of the client's own: no response, a timeout, or a response that is not from this
 * API.
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

/** A failed call. Its class or its code gives the kind of failure. */
export class TerrariumError extends Error {
  /** API codes that this version does not know are passed on unchanged. */
  readonly code: TerrariumErrorCode | (string & {});
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Suggested next step, if the server gives one. */
  readonly suggestion: string | undefined;
  /** Quote it in questions about the failure. */
  readonly requestId: string | undefined;
  /** Delay before a retry is useful, if the server gives one. */
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
/** 404: the object does not exist or belongs to someone else. */
export class NotFoundError extends TerrariumError {}
/** No response in time, or 408: the request took too long. */
export class TimedOutError extends TerrariumError {}
/** 409: the current state does not allow it: an element has moved, a box is stopped. */
export class ConflictError extends TerrariumError {}
/** 422: the request is valid but not possible here. */
export class UnprocessableError extends TerrariumError {}
/** 429: too many requests at once; `retryAfterMs` says when to try again. */
export class RateLimitError extends TerrariumError {}
/** 5xx: the server or the device failed. */
export class ServerError extends TerrariumError {}
/** No response: the server cannot be reached. */
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

/** Returns an error of the class for a status. */
export function errorOfStatus(status: number, message: string, details: ErrorDetails): TerrariumError {
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : TerrariumError);
  return new Class(message, { ...details, status });
}
