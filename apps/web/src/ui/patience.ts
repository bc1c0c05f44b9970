/**
 * How long a person waits before they hear that the server has not answered, in milliseconds: the time-out of requests,
 * REQUEST_TIMEOUT_MS of the contract, which this folder does not know.
 */
export const PATIENCE_MS = 10_000;
