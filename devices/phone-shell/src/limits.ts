const MEBIBYTE = 1024 * 1024;

/** Limits of the device's shells. */
export const LIMITS = {
  /** Processor time of one command line with all its processes. Waiting does not count. */
  busyMs: 30_000,
  /** Limit of processor time without a response. A worker beyond it is in an endless loop and is ended. */
  unresponsiveMs: 8_000,
  /**
   * Limit of time without a response. A worker beyond it is ended even if it uses no processor time: it may wait
   * forever.
   */
  unansweredMs: 60_000,
  /**
   * Limit of time without a response during a worker's start. A start takes about one second, but longer on a busy
   * machine.
   */
  unansweredAtStartMs: 300_000,
  /** Limit of processor time without a response after Ctrl-C. */
  unresponsiveToInterruptMs: 1_500,
  outputBytes: 1024 * MEBIBYTE,
  /** Output that a slow client has not read yet. The value is the size of a Linux pipe. */
  untakenOutputBytes: 64 * 1024,
  /** Input that a process has not read yet. */
  untakenInputBytes: 256 * 1024,
  heapMebibytes: 256,
  /** Memory that the shells may hold: on the heap, and outside it in buffers. The rest is reserved for single steps. */
  heldHeapBytes: 150 * MEBIBYTE,
  heldExternalBytes: 256 * MEBIBYTE,
  /** Saved state of an interactive shell, for a restart. */
  snapshotBytes: MEBIBYTE,
  /** Elements of one awk array, elements of all arrays of a program, and their size. */
  awkArrayElements: 250_000,
  awkElements: 1_000_000,
  awkBytes: 48 * MEBIBYTE,
  /** One value, or the output of one command substitution. */
  stringBytes: 4 * MEBIBYTE,
  /** One line, in tools that work line by line. */
  lineBytes: 8 * MEBIBYTE,
  /** All variables of one shell. */
  variableBytes: 24 * MEBIBYTE,
  arrayElements: 500_000,
  /** Input of a tool that reads its whole input first. */
  wholeInputBytes: 64 * MEBIBYTE,
  processes: 256,
  functionDepth: 250,
  shells: 64,
  /** Time until a worker without any process is ended. */
  idleMs: 30_000,
  /** Memory size of a shell process in `ps`. Shell processes have no memory of their own. */
  shownProcessBytes: 4 * MEBIBYTE,
} as const;
