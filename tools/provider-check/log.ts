/** Prints a provider's messages to its operator between the lines of the check. */
export const CHECK_LOG = {
  debug() {},
  info() {},
  warn: (...words: unknown[]) => console.error(...words),
  error: (...words: unknown[]) => console.error(...words),
};
