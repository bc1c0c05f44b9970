import { createHash } from "node:crypto";
import { OAUTH_PROVIDERS, type OAuthProvider } from "@terrarium/contract/auth";
import { openOrEmpty, type SecretBox } from "@terrarium/platform/secrets/secret-box";
import { z } from "zod";

const CODE_MS = 60_000;
const ACCESS_TOKEN_MS = 60_000;

/** The browser's request to the authorize page. */
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

/**
 * Grants of the local identity provider. They are valid for a minute and are sealed into the codes and tokens: any
 * server with the same secret accepts them.
 */
export interface LocalIdentityProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Returns a code for this login, valid for one use on each server. */
  grant(provider: OAuthProvider, login: string, request: AuthorizeRequest): string;
  /** Exchanges a code for an access token. Returns undefined if any part of the request differs from the grant. */
  exchange(provider: OAuthProvider, request: TokenRequest): string | undefined;
  /** Returns the login of an access token. */
  login(provider: OAuthProvider, accessToken: string): string | undefined;
}

const Holder = z.object({ provider: z.enum(OAUTH_PROVIDERS), login: z.string(), expiresAt: z.number() });
const Grant = Holder.extend({ redirectUri: z.string(), codeChallenge: z.string().optional() });

/** Purposes of the seals of codes, access tokens and the client's secret, so that none is accepted for another. */
const CODE = "local sign-in code";
const ACCESS_TOKEN = "local access token";
const CLIENT_SECRET = "local client secret";

export function createLocalIdentityProvider(box: SecretBox, clock: () => number = Date.now): LocalIdentityProvider {
  /** Expiry of each code used on this server. */
  const used = new Map<string, number>();
  const clientId = "terrarium-local";
  const clientSecret = box.seal(clientId, CLIENT_SECRET);

  const seal = (content: object, owner: string) => box.seal(JSON.stringify(content), owner);
  function open<Content extends { expiresAt: number }>(schema: z.ZodType<Content>, sealed: string, owner: string) {
    const content = schema.safeParse(JSON.parse(openOrEmpty(box, sealed, owner) || "null")).data;
    return content && content.expiresAt > clock() ? content : undefined;
  }
  function isFirstUse(written: string, expiresAt: number): boolean {
    const now = clock();
    // The same bytes have several base64url forms, so the code is normalized.
    const code = Buffer.from(written, "base64url").toString("base64url");
    for (const [old, end] of used) if (end <= now) used.delete(old);
    if (used.has(code)) return false;
    used.set(code, expiresAt);
    return true;
  }

  return {
    clientId,
    clientSecret,
    grant: (provider, login, { redirectUri, codeChallenge }) =>
      seal({ provider, login, redirectUri, codeChallenge, expiresAt: clock() + CODE_MS }, CODE),
    exchange(provider, request) {
      const grant = open(Grant, request.code, CODE);
      // Used up even if the rest is wrong: an attacker gets only one attempt at the verifier.
      if (!grant || !isFirstUse(request.code, grant.expiresAt)) return undefined;
      if (grant.provider !== provider || grant.redirectUri !== request.redirectUri) return undefined;
      if (request.clientId !== clientId || openOrEmpty(box, request.clientSecret, CLIENT_SECRET) !== clientId)
        return undefined;
      if (!verifies(grant.codeChallenge, request.codeVerifier)) return undefined;
      return seal({ provider, login: grant.login, expiresAt: clock() + ACCESS_TOKEN_MS }, ACCESS_TOKEN);
    },
    login(provider, accessToken) {
      const holder = open(Holder, accessToken, ACCESS_TOKEN);
      return holder?.provider === provider ? holder.login : undefined;
    },
  };
}

/** PKCE with S256 (RFC 7636, 4.6). */
function verifies(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined;
  return verifier !== undefined && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

/** Returns the namespace of the local provider's users, separate from the real provider's. */
export const localRealm = (provider: OAuthProvider): string => `local-${provider}`;

/** Returns the identifying form of a login: case and extra spaces between words do not matter. */
export const loginKey = (login: string): string =>
  login
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/\p{Zs}+/gu, " ");

/** Returns a user number for a login, above all of GitHub's. */
export function localUserId(login: string): number {
  const hash = createHash("sha256").update(loginKey(login)).digest();
  return 2 ** 40 + hash.readUIntBE(0, 6);
}

/** Returns a login's mail address on this machine. Names that no address can contain get a number instead. */
export const localEmail = (login: string): string =>
  `${/^[a-z0-9-]+$/i.test(login) ? login : `user-${localUserId(login)}`}@localhost`;
