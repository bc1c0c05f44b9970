const standardOutput = new Set(["/dev/tty", "/dev/stdout", "/proc/self/fd/1"]);

/** Whether `uiautomator dump` is to write to who asked rather than to a file: a shell's output may be no file to open. */
export const isStandardOutput = (file: string): boolean => standardOutput.has(file);

/** What `uiautomator dump` says in the end, in the words of AOSP's DumpCommand, which its readers look for. */
export const dumpedTo = (file: string): string => `UI hierchary dumped to: ${file}\n`;
