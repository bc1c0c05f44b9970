/** Processes and threads of a Linux sandbox. A browser has some two hundred. */
export const MAX_TASKS = 1_024;
/** Of its memory, how much files in each of its places that are in memory may take: /tmp, /dev/shm. */
export const MEMORY_FILES = 0.25;
/** What it may have open at once, in each process. */
export const OPEN_FILES = 8_192;
