import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { useAlphaHost } from "../api/use-alpha-host.ts";
import { decideAccess } from "../session/access.ts";
import { useSession } from "../session/store.ts";
import { pageAt } from "./parts/pages.ts";

/** Shows its children if the user may see the current location, otherwise redirects. */
export function AccessGuard({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const { token, isInviteVerified, hasLoggedOut } = useSession();
  const alphaHost = useAlphaHost(token !== null && !isInviteVerified);
  const page = pageAt(pathname)?.access ?? "anyone";
  const access = decideAccess({ page, token, isInviteVerified, host: window.location.host, alphaHost });
  if (access.kind === "show") return children;
  if (access.kind === "wait") return null;
  const from = access.remember && !hasLoggedOut ? pathname + search + hash : undefined;
  return <Navigate to={access.to} replace state={{ from }} />;
}
