import { MutationCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { loadSession } from "./load-session.ts";
import { reportSessionError } from "./session-error.ts";

/** Where the lists of members are kept, by team. */
export const MEMBERS = "members";

/** How often it is looked what others, and the server itself, have changed meanwhile. */
export const OTHERS_INTERVAL_MS = 15_000;

/**
 * Server data of the console. A failure that the server explained is not asked for again. Offline, calls fail with
 * their message instead of waiting in silence.
 */
export const queryClient = new QueryClient({
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
      retry: (failures, error) => !(error instanceof ApiError) && failures < 1,
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
