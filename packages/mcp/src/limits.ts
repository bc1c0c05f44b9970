/**
 * What a tool call may take. An answer has no more tokens than bytes, whichever byte-level tokenizer counts them; that of
 * the screen is far below this on all but the fullest screens.
 */
export const TOOL_LIMITS = {
  answerBytes: 9_500,
  /** Of one line of the screen. */
  labelChars: 120,
  textChars: 400,
  steps: 20,
  typedChars: 10_000,
  /** A call gives up after this, unless its tool says otherwise: before clients do, most of them after a minute. */
  callMs: 55_000,
  /** So long a shell command may take. */
  commandMs: 60_000,
  /** A device that is not ready by then is given up. With what follows it is less than what Node's fetch waits for. */
  startMs: 240_000,
  /** What a call has beyond what it waits for, to say how that ended. */
  graceMs: 10_000,
  waitMs: 30_000,
  /** The shortest time that an argument may give, in its unit. */
  leastTime: 0.01,
  holdMs: 10_000,
  swipeMs: 10_000,
  scrolls: 20,
  commandChars: 20_000,
  fileBytes: 256 * 1_024,
  devicesListed: 50,
} as const;
