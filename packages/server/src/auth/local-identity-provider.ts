import { createHash } from "node:crypto";
import type { OAuthProvider } from "@terrarium/contract/auth";
import { newToken } from "../secrets/secret-box.ts";

const CODE_MS = 60_000;
const ACCESS_TOKEN_MS = 60_000;

/** What the browser asks of the authorize page. */
export interface AuthorizeRequest {
  redirectUri: string;
  codeChallenge: string | undefined;
}

interface TokenRequest {
  code: string;
  redirectUri: string;
  clientId: string;
  clientSecret: string;
  codeVerifier: string | undefined;
}

/** The grants of the local identity provider. They live for a minute, in memory: sign-ins in progress do not survive a restart. */
export interface LocalIdentityProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A code, good for one use, that stands for this login. */
  grant(provider: OAuthProvider, login: string, request: AuthorizeRequest): string;
  /** Exchanges a code for an access token; undefined if any part of the request is not as it was granted. */
  exchange(provider: OAuthProvider, request: TokenRequest): string | undefined;
  /** The login that an access token stands for. */
  login(provider: OAuthProvider, accessToken: string): string | undefined;
}

interface Grant extends AuthorizeRequest {
  provider: OAuthProvider;
  login: string;
}

export function createLocalIdentityProvider(clock: () => number = Date.now): LocalIdentityProvider {
  const codes = createExpiringMap<Grant>(CODE_MS, clock);
  const accessTokens = createExpiringMap<{ provider: OAuthProvider; login: string }>(ACCESS_TOKEN_MS, clock);
  const clientId = "terrarium-local";
  const clientSecret = newToken();
  return {
    clientId,
    clientSecret,
    grant(provider, login, request) {
      const code = newToken();
      codes.set(code, { ...request, provider, login });
      return code;
    },
    exchange(provider, request) {
      // Used up even if the rest is wrong: whoever guesses verifiers gets one guess.
      const grant = codes.take(request.code);
      if (!grant || grant.provider !== provider || grant.redirectUri !== request.redirectUri) return undefined;
      if (request.clientId !== clientId || request.clientSecret !== clientSecret) return undefined;
      if (!verifies(grant.codeChallenge, request.codeVerifier)) return undefined;
      const accessToken = newToken();
      accessTokens.set(accessToken, { provider, login: grant.login });
      return accessToken;
    },
    login(provider, accessToken) {
      const holder = accessTokens.get(accessToken);
      return holder?.provider === provider ? holder.login : undefined;
    },
  };
}

/** PKCE with S256 (RFC 7636, 4.6). */
function verifies(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined;
  return verifier !== undefined && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

function createExpiringMap<Value>(lifetimeMs: number, clock: () => number) {
  const entries = new Map<string, { value: Value; expiresAt: number }>();
  const get = (key: string): Value | undefined => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > clock() ? entry.value : undefined;
  };
  return {
    get,
    take(key: string): Value | undefined {
      const value = get(key);
      entries.delete(key);
      return value;
    },
    set(key: string, value: Value): void {
      const now = clock();
      for (const [old, entry] of entries) if (entry.expiresAt <= now) entries.delete(old);
      entries.set(key, { value, expiresAt: now + lifetimeMs });
    },
  };
}

/** Under which name users of the local identity provider are kept, apart from those of the real one. */
export const localRealm = (provider: OAuthProvider): string => `local-${provider}`;

/** What tells logins apart: in another case, or with more space between the words, it is the same one. */
export const loginKey = (login: string): string =>
  login
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/\p{Zs}+/gu, " ");

/** A user number for a login, above any that GitHub gives out. */
export function localUserId(login: string): number {
  const hash = createHash("sha256").update(loginKey(login)).digest();
  return 2 ** 40 + hash.readUIntBE(0, 6);
}

/** Where mail to a login goes on this machine; names that no address can hold have a number instead. */
export const localEmail = (login: string): string =>
  `${/^[a-z0-9-]+$/i.test(login) ? login : `user-${localUserId(login)}`}@localhost`;
