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

/** Why something could not be loaded; whoever shows it says it in the user's language. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly problem: NetworkProblem;
  /** What it concerns: a host, an address, a scheme, a number with its unit. */
  readonly subject: string;

  constructor(problem: NetworkProblem, subject: string, cause?: unknown) {
    super(`${problem}: ${subject}`, { cause });
    this.problem = problem;
    this.subject = subject;
  }
}
