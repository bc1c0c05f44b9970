const mebibyte = 1024 * 1024;

/** What one command line may use before it is ended. */
export const limits = {
  /** Time on the clock. */
  wallClockMs: 60 * 60_000,
  /** Time on the processor. */
  busyMs: 60_000,
  outputBytes: 256 * mebibyte,
  /** Output on its way to a client that does not read. */
  untakenOutputBytes: mebibyte,
  heapMebibytes: 192,
  stringBytes: 64 * mebibyte,
  liveBytes: 128 * mebibyte,
  /** What one reading of /dev/zero or /dev/urandom gives. */
  endlessFileBytes: 64 * 1024,
  stdinBytes: 64 * mebibyte,
  /** Command lines that run at the same time on one device; more wait. */
  workers: 8,
  /** A worker that ran nothing for so long is ended. */
  idleMs: 30_000,
} as const;
