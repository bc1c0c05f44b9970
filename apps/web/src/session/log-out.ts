import { revokeSession } from "../api/auth.ts";
import { queryClient } from "../api/query-client.ts";
import { forgetSession } from "./store.ts";

/** Ends the session here at once; the server is told to revoke the token, whether or not it can be reached. */
export function logOut(): void {
  revokeSession().catch((error: unknown) => console.error("The session could not be revoked on the server", error));
  forgetSession("logout");
  queryClient.clear();
}
