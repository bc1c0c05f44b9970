/**
 * Limits of a tool call. With any byte-level tokenizer, an answer has at most as many tokens as bytes. A screen needs
 * far fewer, except for the fullest screens.
 */
export const TOOL_LIMITS = {
  answerBytes: 9_500,
  /** Limits for one line of the screen. */
  labelChars: 120,
  textChars: 400,
  steps: 20,
  typedChars: 10_000,
  /** Default timeout of a tool call. Most clients time out after a minute. */
  callMs: 55_000,
  /** Longest run time of a shell command. */
  commandMs: 60_000,
  /** Timeout for starting a device. With the following time it stays below the timeout of Node's fetch. */
  startMs: 240_000,
  /** Extra time of a call after its wait, to report the result. */
  graceMs: 10_000,
  waitMs: 30_000,
  /** Shortest time that an argument may give, in its unit. */
  leastTime: 0.01,
  holdMs: 10_000,
  swipeMs: 10_000,
  scrolls: 20,
  commandChars: 20_000,
  fileBytes: 256 * 1_024,
  devicesListed: 50,
} as const;
