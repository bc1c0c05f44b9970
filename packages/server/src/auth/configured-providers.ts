import { OAUTH_PROVIDERS, type OAuthProvider } from "@terrarium/contract/auth";
import { createIdentityProvider, PUBLIC_ENDPOINTS, type IdentityProvider } from "./identity-provider.ts";
import { localRealm, type LocalIdentityProvider } from "./local-identity-provider.ts";
import { localPath } from "./local-identity-routes.ts";

interface OAuthApp {
  clientId: string;
  clientSecret: string;
}

/** Creates the configured OAuth apps, or otherwise the local provider, reachable at `selfUrl`. */
export function createIdentityProviders(
  oauthApps: Record<OAuthProvider, OAuthApp | undefined>,
  local: LocalIdentityProvider | undefined,
  selfUrl: () => string,
): Partial<Record<OAuthProvider, IdentityProvider>> {
  const providers: Partial<Record<OAuthProvider, IdentityProvider>> = {};
  for (const provider of OAUTH_PROVIDERS) {
    const oauthApp = oauthApps[provider];
    const endpoints = PUBLIC_ENDPOINTS[provider];
    if (oauthApp) {
      providers[provider] = createIdentityProvider({
        provider,
        realm: provider,
        ...oauthApp,
        endpoints,
        authorizeUrl: () => endpoints.authorize,
      });
    } else if (local) {
      providers[provider] = createIdentityProvider({
        provider,
        realm: localRealm(provider),
        clientId: local.clientId,
        clientSecret: local.clientSecret,
        allowHttp: true,
        endpoints: {
          token: () => new URL(localPath(provider, "token"), selfUrl()),
          user: () => new URL(localPath(provider, "user"), selfUrl()),
        },
        authorizeUrl: (origin) => new URL(localPath(provider, "authorize"), origin).href,
      });
    }
  }
  return providers;
}
