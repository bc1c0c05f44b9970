/**
 * Time until the user is told that the server has not responded, in milliseconds. Equal to REQUEST_TIMEOUT_MS of the
 * contract, which this folder does not import.
 */
export const PATIENCE_MS = 10_000;
