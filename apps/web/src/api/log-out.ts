import { forgetSession } from "../session/store.ts";
import { revokeSession } from "./auth.ts";
import { queryClient } from "./query-client.ts";

/** Ends the session locally at once. Asks the server to revoke the token, without waiting for a response. */
export function logOut(): void {
  revokeSession().catch((error: unknown) => console.error("The session could not be revoked on the server", error));
  forgetSession("logout");
  queryClient.clear();
}
