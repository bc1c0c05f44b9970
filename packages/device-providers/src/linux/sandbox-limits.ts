/** Limit of processes and threads of a Linux sandbox. A browser has some two hundred. */
export const MAX_TASKS = 1_024;
/** Fraction of memory that files may use in each memory file system: /tmp, /dev/shm. */
export const MEMORY_FILES = 0.25;
/** Limit of open files per process. */
export const OPEN_FILES = 8_192;
