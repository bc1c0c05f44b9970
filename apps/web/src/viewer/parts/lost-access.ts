import { forgetSession, useSession } from "../../session/store.ts";
import type { FinalEnd } from "./live-socket.ts";

/** Returns the meaning of a refused token: the session has ended, or the link has expired. */
export function lostAccess(token: string, end: FinalEnd): FinalEnd {
  if (end.kind !== "unauthorized") return end;
  if (useSession.getState().token !== token) return { ...end, kind: "link-over" };
  forgetSession("unauthorized");
  return end;
}
