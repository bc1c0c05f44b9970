/** After so long without the head of an answer, and after as long without more of its body, Node's own fetch gives up (undici). */
export const FETCH_GIVES_UP_AFTER_MS = 300_000;

/** What sends the requests of Node's fetch; undici keeps it under this name, also where a program has set another one. */
const DISPATCHER: unique symbol = Symbol.for("undici.globalDispatcher.1");

interface Dispatcher {
  dispatch(request: object, handler: object): boolean;
}

/**
 * To be spread over the options of a fetch that may take longer than Node's own gives it: then only the signal ends it.
 * Other platforms, which have no such limit, take no notice.
 */
export function patient(): object {
  if (typeof process === "undefined" || process.versions?.node === undefined) return {};
  // Looked up when it is used: Node makes it with the first fetch.
  const platform = globalThis as unknown as Record<typeof DISPATCHER, Dispatcher>;
  const dispatcher: Dispatcher = {
    dispatch: (request, handler) =>
      platform[DISPATCHER].dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler),
  };
  return { dispatcher };
}
