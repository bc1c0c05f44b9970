/** Timeouts of Node's own fetch (undici): for the response headers, and for each pause in the body. */
export const FETCH_GIVES_UP_AFTER_MS = 300_000;

/**
 * Key of the dispatcher that sends the requests of Node's fetch. undici uses it also for a dispatcher set by the
 * program.
 */
const DISPATCHER: unique symbol = Symbol.for("undici.globalDispatcher.1");

interface Dispatcher {
  dispatch(request: object, handler: object): boolean;
}

/**
 * Returns options to spread into a fetch that may outlast the timeouts of Node's fetch: then only the signal ends it.
 * Other platforms have no such timeout and ignore the options.
 */
export function patient(): object {
  if (typeof process === "undefined" || process.versions?.node === undefined) return {};
  // Looked up at the time of use: Node creates it with the first fetch.
  const platform = globalThis as unknown as Record<typeof DISPATCHER, Dispatcher>;
  const dispatcher: Dispatcher = {
    dispatch: (request, handler) =>
      platform[DISPATCHER].dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler),
  };
  return { dispatcher };
}
