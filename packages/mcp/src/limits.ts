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
  /** Timeout of a call that moves a file. */
  transferMs: 120_000,
  waitMs: 30_000,
  /** Shortest time that an argument may give, in its unit. */
  leastTime: 0.01,
  holdMs: 10_000,
  swipeMs: 10_000,
  scrolls: 40,
  commandChars: 20_000,
  fileBytes: 256 * 1_024,
  devicesListed: 50,
  /** Background commands: per device in a session, per caller, and per server. */
  jobsPerDevice: 4,
  jobsPerCaller: 16,
  jobsTotal: 256,
  /** Longest run time of a background command. */
  jobMs: 24 * 60 * 60_000,
  /** Kept end of a background command's output. */
  jobOutputBytes: 64 * 1_024,
  /** Time without a call of its session after which a background command ends. */
  jobIdleMs: 30 * 60_000,
  /** Largest file that a client can read as a resource, and reads in progress per server. */
  resourceBytes: 8 * 1_024 * 1_024,
  resourceReads: 4,
  tabs: 1_000,
  pathChars: 4_096,
} as const;
