import { forgetSession } from "../session/store.ts";
import { revokeSession } from "./auth.ts";
import { queryClient } from "./query-client.ts";

/** Ends the session here at once; the server is told to revoke the token, whether or not it can be reached. */
export function logOut(): void {
  revokeSession().catch((error: unknown) => console.error("The session could not be revoked on the server", error));
  forgetSession("logout");
  queryClient.clear();
}
