import { getLoginClientId, githubCallback, googleCallback, logout, type OAuthProvider } from "@terrarium/contract/auth";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { requestOrigin } from "../http/request-origin.ts";
import { serve, type Handler } from "../http/serve.ts";
import type { UserService } from "../users/service.ts";
import { PUBLIC_ENDPOINTS, SCOPES, type IdentityProvider } from "./identity-provider.ts";
import type { SessionService } from "./session-service.ts";

interface AuthRoutes {
  /** The configured providers. */
  providers: Partial<Record<OAuthProvider, IdentityProvider>>;
  localIdentityProvider: boolean;
  publicUrl: URL | undefined;
  users: UserService;
  sessions: SessionService;
  alphaHost: string | undefined;
  accessChanges: Pick<AccessChanges, "announce">;
}

export function registerAuthRoutes(app: FastifyInstance, options: AuthRoutes): void {
  const { providers, publicUrl, users, sessions } = options;

  const signIn =
    (provider: OAuthProvider): Handler<typeof githubCallback> =>
    async ({ body, request }) => {
      const identityProvider = providers[provider];
      if (!identityProvider) throw new AppError("oauth_not_configured", { provider });
      const redirectUri = `${requestOrigin(request, publicUrl)}/logining/${provider}`;
      const identity = await identityProvider.identify({
        code: body.code,
        codeVerifier: body.codeVerifier,
        redirectUri,
      });
      const user = await users.signIn(identity);
      return { token: await sessions.start(user.id) };
    };
  serve(app, githubCallback, signIn("github"), { limit: "signIn" });
  serve(app, googleCallback, signIn("google"), { limit: "signIn" });

  serve(app, getLoginClientId, ({ request }) => {
    const origin = requestOrigin(request, publicUrl);
    const { github, google } = providers;
    return {
      githubClientId: github?.clientId ?? "",
      githubAuthorizeUrl: github?.authorizeUrl(origin) ?? PUBLIC_ENDPOINTS.github.authorize,
      githubScope: SCOPES.github,
      googleClientId: google?.clientId ?? null,
      googleAuthorizeUrl: google?.authorizeUrl(origin) ?? null,
      googleScope: SCOPES.google,
      localIdentityProvider: options.localIdentityProvider,
      alphaHost: options.alphaHost ?? null,
    };
  });

  serve(
    app,
    logout,
    async ({ caller }) => {
      await sessions.revoke(caller.sessionId);
      options.accessChanges.announce();
      return {};
    },
    { limit: "write" },
  );
}
