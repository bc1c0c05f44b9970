/** Timeout of device operations that normally finish at once. */
export const ANSWER_TIMEOUT_MS = 30_000;
