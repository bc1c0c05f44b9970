const mebibyte = 1024 * 1024;

/** What the device's shells may use. */
export const limits = {
  /** Time on the processor of one command line with all it starts. Waiting costs nothing. */
  busyMs: 30_000,
  /** A worker that does not answer for so long on the processor is ended: something in it goes on and on. */
  unresponsiveMs: 8_000,
  /** One that does not answer for so long is ended whatever it does: it may wait for what never comes. */
  unansweredMs: 60_000,
  /** The same while it starts: a second's work, for which a busy machine may take its time. */
  unansweredAtStartMs: 300_000,
  /** How long on the processor it may not answer after Ctrl-C. */
  unresponsiveToInterruptMs: 1_500,
  outputBytes: 1024 * mebibyte,
  /** Output on its way to a client that does not read, as much as a pipe of Linux holds. */
  untakenOutputBytes: 64 * 1024,
  /** Input on its way to a process that does not read. */
  untakenInputBytes: 256 * 1024,
  heapMebibytes: 256,
  /** What the shells may hold of the heap, and beside it in buffers. The rest is for what one step takes at once. */
  heldHeapBytes: 150 * mebibyte,
  heldExternalBytes: 256 * mebibyte,
  /** What an interactive shell has come to, as far as it is kept to begin it again. */
  snapshotBytes: mebibyte,
  /** Elements of one awk array, and of all arrays of a program, and what these hold. */
  awkArrayElements: 250_000,
  awkElements: 1_000_000,
  awkBytes: 48 * mebibyte,
  /** One value, or the output of one command substitution. */
  stringBytes: 4 * mebibyte,
  /** One line, for tools that work line by line. */
  lineBytes: 8 * mebibyte,
  /** All variables of one shell. */
  variableBytes: 24 * mebibyte,
  arrayElements: 500_000,
  /** What a tool that takes its input whole may take. */
  wholeInputBytes: 64 * mebibyte,
  processes: 256,
  functionDepth: 250,
  shells: 64,
  /** A worker in which nothing runs for so long is ended. */
  idleMs: 30_000,
  /** What `ps` shows as a shell process's size: they have none of their own. */
  shownProcessBytes: 4 * mebibyte,
} as const;
