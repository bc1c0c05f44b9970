import { queryClient, sessionQuery } from "../api/query-client.ts";
import { toast } from "../ui/toast.ts";
import { sessionErrorMessage } from "./session-error.ts";
import { useSession } from "./store.ts";

/**
 * Loads the user and the teams again: after joining or leaving a team, or whatever else changes them. A failure is told
 * to the person; what led here has succeeded all the same.
 */
export async function reloadSession(): Promise<void> {
  try {
    await queryClient.fetchQuery({ ...sessionQuery(useSession.getState().token), staleTime: 0 });
  } catch (error) {
    console.error("The user could not be loaded", error);
    toast.error(sessionErrorMessage(error));
  }
}
