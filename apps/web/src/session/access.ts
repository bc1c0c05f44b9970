/** Where the origin is the alpha host, an invite is required. Known when the page is built; unset: nowhere. */
export const ALPHA_HOST: string | undefined = import.meta.env.VITE_ALPHA_HOST;

export const HOME = "/sandboxes";
export const LOGIN = "/login";
const INVITE_CODE = "/invite-code";

/** Screens that need a signed-in user. */
const PROTECTED_SCREENS = ["/sandboxes", "/templates", "/api-keys", "/playground"] as const;
export type ProtectedScreen = (typeof PROTECTED_SCREENS)[number];

export interface AccessRequest {
  /** Path of the screen that is asked for. */
  path: string;
  token: string | null;
  isInviteVerified: boolean;
  /** Host of the page's origin, with its port. */
  host: string;
  /** The host on which an invite is required; undefined: none. */
  alphaHost: string | undefined;
}

export type Access = { kind: "show" } | { kind: "redirect"; to: string; remember: boolean };

const redirect = (to: string, remember = false): Access => ({ kind: "redirect", to, remember });

/** The access rules of the console: shows a screen, or says where to go instead and whether to come back. */
export function decideAccess({ path, token, isInviteVerified, host, alphaHost }: AccessRequest): Access {
  const isProtected = PROTECTED_SCREENS.some((screen) => path === screen || path.startsWith(`${screen}/`));
  if (path === LOGIN && token !== null) return redirect(HOME);
  if (path === INVITE_CODE && isInviteVerified) return redirect(HOME);
  if (isProtected && token === null) return redirect(LOGIN, true);
  if (isProtected && !isInviteVerified && alphaHost !== undefined && host === alphaHost) return redirect(INVITE_CODE);
  return { kind: "show" };
}
