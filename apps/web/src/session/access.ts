export const HOME = "/sandboxes";
export const LOGIN = "/login";
export const REGISTER = "/register";
export const INVITE_CODE = "/invite-code";
export const TERMS = "/terms";
export const PRIVACY = "/privacy";
/** Path prefix of the guides, one page for each product. */
export const GUIDES_PATH = "/guides";

/** Pages inside the console's layout. */
const CONSOLE_SCREENS = [
  "/sandboxes",
  "/sandboxes/:id",
  "/templates",
  "/snapshots",
  "/usage",
  "/team",
  "/audit",
  "/api-keys",
  "/webhooks",
  "/billing",
  "/budget",
  "/account",
  "/playground",
] as const;
export type ConsoleScreen = (typeof CONSOLE_SCREENS)[number];

/** Screens that need a signed-in user. */
const PROTECTED_SCREENS: ReadonlySet<string> = new Set([...CONSOLE_SCREENS, INVITE_CODE]);

/** Screens for signed-out users. */
const SIGNED_OUT_SCREENS: ReadonlySet<string> = new Set([LOGIN, REGISTER]);

/** Returns the route of a path. The router ignores trailing slashes, so other code must ignore them too. */
export const screenPath = (path: string): string =>
  path.replace(/(?<=.)\/+$/, "").replace(/^\/sandboxes\/[^/]+$/, "/sandboxes/:id");

export interface AccessRequest {
  /** Path of the requested screen. */
  path: string;
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
 * Applies the console's access rules: shows the screen, redirects (and states whether to return later), or waits until
 * it is known whether this is the alpha host.
 */
export function decideAccess({ token, isInviteVerified, host, alphaHost, ...request }: AccessRequest): Access {
  const path = screenPath(request.path);
  const isProtected = PROTECTED_SCREENS.has(path);
  if (SIGNED_OUT_SCREENS.has(path) && token !== null) return redirect(HOME);
  if (path === INVITE_CODE && token !== null && isInviteVerified) return redirect(HOME);
  if (isProtected && token === null) return redirect(LOGIN, true);
  if (!isProtected || path === INVITE_CODE || isInviteVerified) return { kind: "show" };
  if (alphaHost === undefined) return { kind: "wait" };
  return needsInvite(host, alphaHost) ? redirect(INVITE_CODE) : { kind: "show" };
}
