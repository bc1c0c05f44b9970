import { forgetSession, useSession } from "../../session/store.ts";
import type { FinalEnd } from "./live-socket.ts";

/** What a refused token means: of the session's, that nobody is signed in any more; of a link's, that it is over. */
export function lostAccess(token: string, end: FinalEnd): FinalEnd {
  if (end.kind !== "unauthorized") return end;
  if (useSession.getState().token !== token) return { ...end, kind: "link-over" };
  forgetSession("unauthorized");
  return end;
}
