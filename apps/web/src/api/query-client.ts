import { MutationCache, QueryCache, QueryClient, type QueryFilters, queryOptions } from "@tanstack/react-query";
import { keepTrying } from "../ui/keep-trying.ts";
import { ApiError, ConnectionError } from "./api-error.ts";
import { loadSession } from "./load-session.ts";
import { reportSessionError } from "./session-error.ts";

/** Query key of the member lists, by team. */
export const MEMBERS = "members";

/** Polling interval for data that other users or the server change, in milliseconds. */
export const OTHERS_INTERVAL_MS = 15_000;

/** Delay before queries are retried after a connection failure, in milliseconds. */
const RECONNECT_MS = 2_000;

/** Returns whether a query is retried until the server responds. The session query has a button instead. */
const isRetried = (error: unknown, { options }: { options: { retry?: unknown } }): boolean =>
  error instanceof ConnectionError && options.retry !== false;

let isReconnecting = false;

/** The queries of the visible pages that wait for the server. */
const UNREACHED: QueryFilters = { type: "active", predicate: (query) => isRetried(query.state.error, query) };

/** Retries failed queries of the visible pages until the server responds. */
function reconnect(): void {
  if (isReconnecting) return;
  isReconnecting = true;
  const attempt = () => queryClient.refetchQueries(UNREACHED, { cancelRefetch: false, throwOnError: true });
  const onSuccess = () => {
    isReconnecting = false;
    // A query that failed during the attempt was not part of it.
    if (queryClient.getQueryCache().findAll(UNREACHED).length > 0) reconnect();
  };
  keepTrying(attempt, onSuccess, RECONNECT_MS);
}

/**
 * Server data of the console. Failures explained by the server are not retried, and timed-out requests are reported at
 * once. While the server is unreachable, pages retry until it responds. Offline, calls fail with a message instead of
 * pausing.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isRetried(error, query)) reconnect();
    },
  }),
  mutationCache: new MutationCache({
    // A 403 means that the user's role has changed. The member list has the new role.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 403)
        void queryClient.invalidateQueries({ queryKey: [MEMBERS] });
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: "always",
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // Retry once after a dropped connection, with a short delay.
      retry: (failures, error) => error instanceof ConnectionError && error.failure === "refused" && failures < 1,
    },
    mutations: { networkMode: "always" },
  },
});

/**
 * Loads the user and the teams into the session, once per token. Reports a failure to the user, whoever started the
 * query.
 */
export const sessionQuery = (token: string | null) =>
  queryOptions({
    queryKey: ["session", token],
    queryFn: async ({ signal }) => {
      try {
        await loadSession(signal);
      } catch (error) {
        if (!signal.aborted) reportSessionError(error);
        throw error;
      }
      return true;
    },
    staleTime: Infinity,
    retry: false,
    // The user retries with the button shown in place of the page.
    retryOnMount: false,
  });
