export type NetworkProblem =
  | "egress-off"
  | "address-not-allowed"
  | "unknown-host"
  | "unreachable"
  | "timeout"
  | "too-large"
  | "too-many-redirects"
  | "bad-certificate"
  | "bad-answer"
  | "unsupported-scheme";

/** Reason why a URL could not be loaded; the user interface translates it. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly problem: NetworkProblem;
  /** Subject of the error: a host, an address, a scheme, or a number with its unit. */
  readonly subject: string;

  constructor(problem: NetworkProblem, subject: string, cause?: unknown) {
    super(`${problem}: ${subject}`, { cause });
    this.problem = problem;
    this.subject = subject;
  }
}

/** Converts an error of an HTTP(S) request to a NetworkError. */
export function toNetworkError(error: unknown, url: URL): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/.test(code))
    return new NetworkError("bad-certificate", url.host, error);
  if (/^HPE_|^Z_|^ERR_(STREAM|ZLIB|BROTLI|HTTP)|PADDING|BROTLI|EPROTO|ERR_SSL/.test(code))
    return new NetworkError("bad-answer", url.host, error);
  return new NetworkError("unreachable", url.host, error);
}
