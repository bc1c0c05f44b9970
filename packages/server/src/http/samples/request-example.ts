/** A request of a call with example values, as the samples write it. */
export interface RequestExample {
  method: string;
  /** Path with `{name}` for its parameters. */
  path: string;
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** Undefined: the request has no body. */
  body: Readonly<Record<string, unknown>> | undefined;
}

/** A sample in the notation of `x-codeSamples`. */
export interface CodeSample {
  lang: "javascript" | "shell";
  label: "SDK" | "curl" | "CLI";
  source: string;
}
