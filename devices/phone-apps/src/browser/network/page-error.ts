import type { NetworkProblem } from "@terrarium/egress/network-error";

export type PageProblem = NetworkProblem | "offline" | "no-file" | "bad-address" | "http-error" | "not-saved";

/** Reason why a page cannot be shown. The screen translates it into the user's language. */
export class PageError extends Error {
  readonly problem: PageProblem;
  readonly subject: string;

  constructor(problem: PageProblem, subject: string, cause?: unknown) {
    super(`${problem}: ${subject}`, { cause });
    this.problem = problem;
    this.subject = subject;
  }

  /** Chrome's name of the error (Chromium's net_error_list.h), for searches. */
  get code(): string {
    if (this.problem === "http-error") return `HTTP ERROR ${this.subject}`;
    const reason = reasonOf(this.cause);
    return BY_REASON.find(([pattern]) => pattern.test(reason))?.[1] ?? CODES[this.problem];
  }
}

const CODES: Readonly<Record<Exclude<PageProblem, "http-error">, string>> = {
  "egress-off": "ERR_BLOCKED_BY_ADMINISTRATOR",
  "address-not-allowed": "ERR_BLOCKED_BY_ADMINISTRATOR",
  "unknown-host": "ERR_NAME_NOT_RESOLVED",
  unreachable: "ERR_CONNECTION_FAILED",
  timeout: "ERR_TIMED_OUT",
  "too-large": "ERR_FILE_TOO_BIG",
  "too-many-redirects": "ERR_TOO_MANY_REDIRECTS",
  "bad-certificate": "ERR_CERT_INVALID",
  "bad-answer": "ERR_INVALID_HTTP_RESPONSE",
  "unsupported-scheme": "ERR_UNKNOWN_URL_SCHEME",
  offline: "ERR_INTERNET_DISCONNECTED",
  "no-file": "ERR_FILE_NOT_FOUND",
  "bad-address": "ERR_INVALID_URL",
  "not-saved": "ERR_FILE_NO_SPACE",
};

const BY_REASON: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "ERR_CONNECTION_REFUSED"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ABORT_ERR|ERR_STREAM_PREMATURE_CLOSE)$/, "ERR_CONNECTION_RESET"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "ERR_ADDRESS_UNREACHABLE"],
  [/^ETIMEDOUT$/, "ERR_CONNECTION_TIMED_OUT"],
  [/SELF_SIGNED|UNABLE_TO/, "ERR_CERT_AUTHORITY_INVALID"],
  [/CERT_HAS_EXPIRED|NOT_YET_VALID/, "ERR_CERT_DATE_INVALID"],
  [/ALTNAME/, "ERR_CERT_COMMON_NAME_INVALID"],
  [/EPROTO|ERR_SSL/, "ERR_SSL_PROTOCOL_ERROR"],
  [/^Z_|BROTLI|PADDING/, "ERR_CONTENT_DECODING_FAILED"],
];

/** Returns the system's code of the innermost cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  const inner = reasonOf(cause.cause);
  return inner === "" && "code" in cause ? String(cause.code) : inner;
}
