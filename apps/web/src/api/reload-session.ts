import { useSession } from "../session/store.ts";
import { queryClient, sessionQuery } from "./query-client.ts";

/**
 * Loads the user and the teams again: after joining or leaving a team, or whatever else changes them. If that fails, the
 * person is told; what led here has succeeded all the same.
 */
export const reloadSession = (): Promise<void> =>
  queryClient.prefetchQuery({ ...sessionQuery(useSession.getState().token), staleTime: 0 });
