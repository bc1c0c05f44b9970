/** Time that a device gets to answer what it should answer at once. */
export const ANSWER_TIMEOUT_MS = 30_000;
