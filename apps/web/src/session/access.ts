export const HOME = "/sandboxes";
export const LOGIN = "/login";
export const REGISTER = "/register";
export const INVITE_CODE = "/invite-code";
export const TERMS = "/terms";
export const PRIVACY = "/privacy";
/** Path prefix of invite links. */
export const JOIN_PATH = "/join";
/** Path prefix of the guides, one page for each product. */
export const GUIDES_PATH = "/guides";

/**
 * Users of a page: members of a team inside the console's layout, signed-in users without a verified invite, signed-out
 * users, or all people.
 */
export type PageAccess = "team" | "invite" | "signed-out" | "anyone";

export interface AccessRequest {
  /** Access of the requested page. */
  page: PageAccess;
  token: string | null;
  isInviteVerified: boolean;
  /** Host of the page's origin, with its port. */
  host: string;
  /** Host that requires an invite code, with or without a port. Null if there is none, undefined until known. */
  alphaHost: string | null | undefined;
}

export type Access = { kind: "show" } | { kind: "wait" } | { kind: "redirect"; to: string; remember: boolean };

const redirect = (to: string, remember = false): Access => ({ kind: "redirect", to, remember });

/** Returns whether `host` requires an invite code: it is the alpha host, at any port if that names none. */
export const needsInvite = (host: string, alphaHost: string | null): boolean =>
  alphaHost !== null && (host === alphaHost || host.replace(/:\d+$/, "") === alphaHost);

/**
 * Applies the console's access rules: shows the page, redirects (and states whether to return later), or waits until
 * it is known whether this is the alpha host.
 */
export function decideAccess({ page, token, isInviteVerified, host, alphaHost }: AccessRequest): Access {
  if (page === "anyone") return { kind: "show" };
  if (page === "signed-out") return token === null ? { kind: "show" } : redirect(HOME);
  if (token === null) return redirect(LOGIN, true);
  if (page === "invite") return isInviteVerified ? redirect(HOME) : { kind: "show" };
  if (isInviteVerified) return { kind: "show" };
  if (alphaHost === undefined) return { kind: "wait" };
  return needsInvite(host, alphaHost) ? redirect(INVITE_CODE) : { kind: "show" };
}
