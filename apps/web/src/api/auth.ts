import { getLoginClientId, githubCallback, googleCallback, logout, type OAuthProvider } from "@terrarium/contract/auth";
import { t } from "../language/text.ts";
import type { AuthorizeRequest } from "../session/oauth.ts";
import { call } from "./call.ts";
import { NoTokenError, SignInRefusedError } from "./sign-in-error.ts";

const NAMES: Readonly<Record<OAuthProvider, string>> = { github: "GitHub", google: "Google" };

/** Fetches the sign-in configuration of this server. */
export const loginClient = () => call(getLoginClientId);

/** Returns the provider data for `beginSignIn`. Throws SignInRefusedError if the server does not offer the provider. */
export async function authorizeRequest(
  provider: OAuthProvider,
  origin: string,
): Promise<Omit<AuthorizeRequest, "returnTo">> {
  const client = await loginClient();
  const [clientId, authorizeUrl, scope] =
    provider === "github"
      ? [client.githubClientId, client.githubAuthorizeUrl, client.githubScope]
      : [client.googleClientId, client.googleAuthorizeUrl, client.googleScope];
  if (!clientId || authorizeUrl === null)
    throw new SignInRefusedError(
      t("sign-in with {provider} is not set up on this server", { provider: NAMES[provider] }),
    );
  return { provider, origin, clientId, authorizeUrl, scope };
}

const CALLBACKS = { github: githubCallback, google: googleCallback };

/**
 * Exchanges the provider's code for a session token. Throws NoTokenError if the response has no token, or the errors of
 * `call`.
 */
export async function exchangeCode(provider: OAuthProvider, code: string, codeVerifier: string): Promise<string> {
  const answer: unknown = await call(CALLBACKS[provider], { body: { code, codeVerifier } });
  if (typeof answer === "object" && answer !== null && "token" in answer && typeof answer.token === "string")
    return answer.token;
  throw new NoTokenError();
}

/** Revokes the session on the server. */
export const revokeSession = () => call(logout);
