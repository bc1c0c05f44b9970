import type { OAuthProvider } from "@terrarium/contract/auth";
import { t } from "../language/text.ts";

/** Data of a sign-in that this tab keeps while the user is at the provider. */
export interface PendingSignIn {
  state: string;
  codeVerifier: string;
  /** Redirect target after the sign-in: a path of this site. */
  returnTo: string | undefined;
}

const storageKey = (provider: OAuthProvider) => `sign-in-${provider}`;

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const randomToken = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the PKCE S256 challenge of a verifier (RFC 7636, section 4.2). */
export async function codeChallenge(codeVerifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  return base64Url(new Uint8Array(digest));
}

export interface AuthorizeRequest {
  provider: OAuthProvider;
  authorizeUrl: string;
  clientId: string;
  scope: string;
  /** Origin of this page, like https://host. */
  origin: string;
  returnTo: string | undefined;
}

/**
 * Starts a sign-in: stores its secrets in the tab's session storage and returns the provider's address. Throws if the
 * page is not a secure context (https or localhost), which PKCE requires.
 */
export async function beginSignIn(request: AuthorizeRequest): Promise<string> {
  if (!window.isSecureContext) throw new Error(t("Signing in needs https; open this page over https or at localhost"));
  const { provider, authorizeUrl, clientId, scope, origin, returnTo } = request;
  const pending: PendingSignIn = { state: randomToken(), codeVerifier: randomToken(), returnTo };
  sessionStorage.setItem(storageKey(provider), JSON.stringify(pending));
  const url = new URL(authorizeUrl);
  const parameters = {
    client_id: clientId,
    redirect_uri: `${origin}/logining/${provider}`,
    response_type: "code",
    scope,
    state: pending.state,
    code_challenge: await codeChallenge(pending.codeVerifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Removes and returns this tab's pending sign-in. Returns undefined if its state or provider differs. */
export function takePendingSignIn(provider: OAuthProvider, state: string | null): PendingSignIn | undefined {
  const stored = sessionStorage.getItem(storageKey(provider));
  sessionStorage.removeItem(storageKey(provider));
  if (stored === null) return undefined;
  const pending: PendingSignIn = JSON.parse(stored);
  return pending.state === state ? pending : undefined;
}

/** Returns the path if it stays on this site, otherwise undefined. */
export const safeReturnPath = (path: unknown): string | undefined =>
  typeof path === "string" && /^\/(?![/\\])/.test(path) ? path : undefined;
