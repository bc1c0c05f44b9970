import { useSession } from "../session/store.ts";
import { queryClient, sessionQuery } from "./query-client.ts";

/**
 * Reloads the user and the teams, for example after joining or leaving a team. A failure is reported to the user, but
 * the change before it still counts as done.
 */
export const reloadSession = (): Promise<void> =>
  queryClient.prefetchQuery({ ...sessionQuery(useSession.getState().token), staleTime: 0 });
