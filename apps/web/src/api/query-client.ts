import { MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { keepTrying } from "../ui/keep-trying.ts";
import { ApiError, ConnectionError } from "./api-error.ts";
import { loadSession } from "./load-session.ts";
import { reportSessionError } from "./session-error.ts";

/** Where the lists of members are kept, by team. */
export const MEMBERS = "members";

/** How often it is looked what others, and the server itself, have changed meanwhile. */
export const OTHERS_INTERVAL_MS = 15_000;

/** Time until what the server could not be asked for is asked for again, in milliseconds. */
const RECONNECT_MS = 2_000;

/** Whether a query is asked again until the server answers. The session has a button instead. */
const isRetried = (error: unknown, { options }: { options: { retry?: unknown } }): boolean =>
  error instanceof ConnectionError && options.retry !== false;

let isReconnecting = false;

/** Asks again for what pages show and could not get, until the server answers. */
function reconnect(): void {
  if (isReconnecting) return;
  isReconnecting = true;
  const attempt = () =>
    queryClient.refetchQueries(
      {
        type: "active",
        predicate: (query) => isRetried(query.state.error, query),
      },
      { cancelRefetch: false, throwOnError: true },
    );
  keepTrying(attempt, () => (isReconnecting = false), RECONNECT_MS);
}

/**
 * Server data of the console. A failure that the server explained is not asked for again, and a request that timed out
 * is reported at once. While the server cannot be reached, pages ask for their data until it can. Offline, calls fail
 * with their message instead of waiting in silence.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isRetried(error, query)) reconnect();
    },
  }),
  mutationCache: new MutationCache({
    // What the role allows has changed: the list of members says which role it is now.
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
      // A connection that broke off; the second attempt takes a moment.
      retry: (failures, error) => error instanceof ConnectionError && error.failure === "refused" && failures < 1,
    },
    mutations: { networkMode: "always" },
  },
});

/** Loads the user and the teams into the session, once for each token; tells the person if it fails, whoever asked. */
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
    // The person tries again, by the button that stands where the page would be.
    retryOnMount: false,
  });
