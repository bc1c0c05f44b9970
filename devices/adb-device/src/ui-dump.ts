const STANDARD_OUTPUT = new Set(["/dev/tty", "/dev/stdout", "/proc/self/fd/1"]);

/**
 * Returns whether `uiautomator dump` writes to the caller instead of a file: a shell may be unable to open its output
 * as a file.
 */
export const isStandardOutput = (file: string): boolean => STANDARD_OUTPUT.has(file);

/** Returns the last line of `uiautomator dump`, worded as in AOSP's DumpCommand because callers look for it. */
export const dumpedTo = (file: string): string => `UI hierchary dumped to: ${file}\n`;
