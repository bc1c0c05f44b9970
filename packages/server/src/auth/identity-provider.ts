import type { OAuthProvider } from "@terrarium/contract/auth";
import { AppError } from "@terrarium/platform/base/app-error";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { Identity } from "../users/service.ts";

/** Timeout for all requests of a sign-in: shorter than the clients' timeout for the call. */
const TIMEOUT_MS = 8_000;

export interface IdentityProviderSettings {
  provider: OAuthProvider;
  /** Namespace of its users. The local provider has its own, because its users are not GitHub's. */
  realm: string;
  clientId: string;
  clientSecret: string;
  /** Addresses for requests from the server itself. */
  endpoints: { token: () => URL; user: () => URL; emails?: () => URL };
  /** Returns the browser's redirect target, given the origin that it uses. */
  authorizeUrl: (origin: string) => string;
  /** For the local provider only, which uses loopback. */
  allowHttp?: boolean;
}

/** An identity provider with OAuth 2 (RFC 6749) and PKCE (RFC 7636). */
export interface IdentityProvider {
  clientId: string;
  authorizeUrl(origin: string): string;
  /** Exchanges a code for the user's identity. Throws AppError oauth_failed. */
  identify(grant: { code: string; codeVerifier: string | undefined; redirectUri: string }): Promise<Identity>;
}

export const SCOPES: Record<OAuthProvider, string> = { github: "read:user user:email", google: "openid profile email" };

/** docs.github.com "Authorizing OAuth apps"; developers.google.com "OpenID Connect" (its discovery document). */
export const PUBLIC_ENDPOINTS = {
  github: {
    authorize: "https://github.com/login/oauth/authorize",
    token: () => new URL("https://github.com/login/oauth/access_token"),
    user: () => new URL("https://api.github.com/user"),
    emails: () => new URL("https://api.github.com/user/emails"),
  },
  google: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: () => new URL("https://oauth2.googleapis.com/token"),
    user: () => new URL("https://openidconnect.googleapis.com/v1/userinfo"),
  },
} as const;

const ISSUERS: Record<OAuthProvider, string> = { github: "https://github.com", google: "https://accounts.google.com" };

interface Profile {
  id: string;
  name: string;
  avatar: string | null;
  email: string | null;
}

/** docs.github.com "List email addresses for the authenticated user". */
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const PROFILES: Record<OAuthProvider, z.ZodType<Profile>> = {
  github: z
    .object({
      id: z.number(),
      login: z.string(),
      name: z.string().nullish(),
      avatar_url: z.url().nullish(),
      email: z.string().nullish().describe("The address that the user shows to everybody"),
    })
    .transform((user) => ({
      id: String(user.id),
      name: user.name?.trim() || user.login,
      avatar: user.avatar_url ?? null,
      email: user.email ?? null,
    })),
  google: z
    .object({
      sub: z.string().min(1),
      name: z.string().nullish(),
      picture: z.url().nullish(),
      email: z.string().nullish(),
      email_verified: z.boolean().nullish(),
    })
    .transform((user) => ({
      id: user.sub,
      name: user.name?.trim() || "Google user",
      avatar: user.picture ?? null,
      email: user.email_verified ? (user.email ?? null) : null,
    })),
};

export function createIdentityProvider(settings: IdentityProviderSettings): IdentityProvider {
  const { provider } = settings;
  const client: oauth.Client = { client_id: settings.clientId };

  return {
    clientId: settings.clientId,
    authorizeUrl: settings.authorizeUrl,
    async identify({ code, codeVerifier, redirectUri }) {
      const options = {
        [oauth.allowInsecureRequests]: settings.allowHttp ?? false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      };
      try {
        const server: oauth.AuthorizationServer = {
          issuer: ISSUERS[provider],
          token_endpoint: settings.endpoints.token().href,
        };
        // Only the browser, which created the state, can check it.
        const callback = oauth.validateAuthResponse(
          server,
          client,
          new URLSearchParams({ code }),
          oauth.skipStateCheck,
        );
        const grant = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.ClientSecretPost(settings.clientSecret),
          callback,
          redirectUri,
          codeVerifier ?? oauth.nopkce,
          options,
        );
        const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, grant);
        const get = (url: URL) => oauth.protectedResourceRequest(access_token, "GET", url, undefined, null, options);
        const answer = await get(settings.endpoints.user());
        if (!answer.ok) throw new Error(`it answered ${answer.status} when asked for the user`);
        const profile = PROFILES[provider].parse(await answer.json());
        const { name, avatar } = profile;
        const email =
          (settings.endpoints.emails && (await readPrimaryEmail(get(settings.endpoints.emails())))) ?? profile.email;
        return { provider: settings.realm, providerUserId: profile.id, name, avatar, email };
      } catch (error) {
        throw new AppError("oauth_failed", { provider, detail: explain(error) }, { cause: error });
      }
    },
  };
}

/** Returns the verified primary address. Undefined if it is not available: this does not block the sign-in. */
async function readPrimaryEmail(request: Promise<Response>): Promise<string | undefined> {
  const answer = await request.catch(() => undefined);
  const emails = answer?.ok ? GithubEmails.safeParse(await answer.json().catch(() => undefined)) : undefined;
  return emails?.data?.find((it) => it.primary && it.verified)?.email;
}

const GrantError = z.object({ error: z.string(), error_description: z.string().optional() });

/** Returns the provider's message. GitHub responds to a bad code with 200 and an error in the body, others with 400. */
function explain(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return error.error_description ?? error.error;
  if (!(error instanceof Error)) return String(error);
  const body = GrantError.safeParse(z.object({ body: z.unknown() }).safeParse(error.cause).data?.body);
  if (body.success) return body.data.error_description ?? body.data.error;
  if (error.name === "TimeoutError") return `it did not answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof TypeError) return "it could not be reached";
  return error instanceof z.ZodError ? "its answer has an unknown form" : error.message;
}
