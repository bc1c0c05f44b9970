import { cutText } from "@terrarium/bounds/cut-text";
import { OAUTH_PROVIDERS, type OAuthProvider } from "@terrarium/contract/auth";
import { nameField } from "@terrarium/contract/fields";
import { USER_NAME_MAX_CHARS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { isLoopbackHost } from "@terrarium/platform/base/loopback-host";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { readBearerToken } from "../http/authenticate.ts";
import { explainIssues } from "../http/explain-issue.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { authorizePage, problemPage } from "./local-identity-page.ts";
import {
  localEmail,
  localUserId,
  type AuthorizeRequest,
  type LocalIdentityProvider,
} from "./local-identity-provider.ts";
import type { LocalIdentityStore } from "./local-identity-store.ts";

const NAMES_OFFERED = 8;

/** Returns the local provider's path on the server. */
export const localPath = (provider: OAuthProvider, endpoint: "authorize" | "token" | "user"): string =>
  `/local-idp/${provider}/${endpoint}`;

/** Limit of the page's form. Parsing millions of fields would block the server. */
const MAX_FORM_BYTES = 16_384;

interface LocalIdentityRoutes {
  local: LocalIdentityProvider;
  names: LocalIdentityStore;
  publicUrl: URL | undefined;
}

/** Serves the local identity provider in the form of GitHub's and Google's APIs, to this machine only. */
export async function registerLocalIdentityRoutes(app: FastifyInstance, options: LocalIdentityRoutes): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRequest", refuseOtherMachines);
    const form = { parseAs: "string", bodyLimit: MAX_FORM_BYTES } as const;
    scope.addContentTypeParser("application/x-www-form-urlencoded", form, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    });
    for (const provider of OAUTH_PROVIDERS) {
      registerAuthorizePage(scope, provider, options);
      registerTokenEndpoint(scope, provider, options.local);
      registerUserEndpoint(scope, provider, options.local);
    }
  });
}

/** These headers reveal proxies, and foreign names that point to this machine (DNS rebinding). */
async function refuseOtherMachines(request: FastifyRequest): Promise<void> {
  const forwarded = request.headers["x-forwarded-for"] ?? request.headers.forwarded;
  if (!isLoopbackHost(request.hostname) || forwarded !== undefined) {
    throw new AppError("forbidden_origin", { origin: cutText(request.hostname, 200) });
  }
}

const AuthorizeQuery = z
  .object({
    client_id: z.string(),
    redirect_uri: z.string(),
    state: z.string().max(2048).optional(),
    code_challenge: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, "must be a SHA-256 in base64url")
      .optional(),
    code_challenge_method: z.literal("S256", "only S256 is supported").optional(),
  })
  .refine((query) => (query.code_challenge === undefined) === (query.code_challenge_method === undefined), {
    message: "code_challenge goes with code_challenge_method=S256",
  });
const AuthorizeForm = z.object({ login: nameField(USER_NAME_MAX_CHARS) });

function registerAuthorizePage(
  scope: FastifyInstance,
  provider: OAuthProvider,
  { local, names, publicUrl }: LocalIdentityRoutes,
): void {
  /** Parses the sign-in request in the address. Throws a one-line explanation. */
  const readQuery = (request: FastifyRequest): AuthorizeRequest & { state: string | undefined } => {
    const parsed = AuthorizeQuery.safeParse(request.query);
    if (!parsed.success) throw new Error(explainIssues(parsed.error.issues, "the address"));
    const query = parsed.data;
    if (query.client_id !== local.clientId) throw new Error(`client_id must be ${local.clientId}`);
    const allowed = `${requestOrigin(request, publicUrl)}/logining/${provider}`;
    if (query.redirect_uri !== allowed) throw new Error(`redirect_uri must be ${allowed}`);
    return { redirectUri: query.redirect_uri, codeChallenge: query.code_challenge, state: query.state };
  };
  const sendPage = (reply: FastifyReply, status: number, html: string) =>
    reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(html);
  const url = localPath(provider, "authorize");

  scope.get(url, { schema: { hide: true } }, async (request, reply) => {
    try {
      readQuery(request);
    } catch (error) {
      return sendPage(reply, 400, problemPage(messageOf(error)));
    }
    return sendPage(reply, 200, authorizePage({ provider, names: await names.recent(provider, NAMES_OFFERED) }));
  });

  const { byAddress } = scope.rateLimiters.signIn;
  scope.post(url, { schema: { hide: true }, onRequest: byAddress }, async (request, reply) => {
    let query;
    try {
      query = readQuery(request);
    } catch (error) {
      return sendPage(reply, 400, problemPage(messageOf(error)));
    }
    const form = AuthorizeForm.safeParse(request.body);
    if (!form.success) {
      const login = z.object({ login: z.string() }).safeParse(request.body).data?.login ?? "";
      const known = await names.recent(provider, NAMES_OFFERED);
      const problem = `${form.error.issues[0]?.message}.`;
      return sendPage(reply, 400, authorizePage({ provider, names: known, login, problem }));
    }
    await names.remember(provider, form.data.login);
    const target = new URL(query.redirectUri);
    target.searchParams.set("code", local.grant(provider, form.data.login, query));
    if (query.state !== undefined) target.searchParams.set("state", query.state);
    return reply.redirect(target.href, 303);
  });
}

const TokenForm = z.object({
  grant_type: z.literal("authorization_code"),
  code: z.string(),
  redirect_uri: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  code_verifier: z.string().optional(),
});

function registerTokenEndpoint(scope: FastifyInstance, provider: OAuthProvider, local: LocalIdentityProvider): void {
  scope.post(localPath(provider, "token"), { schema: { hide: true } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const form = TokenForm.safeParse(request.body);
    const accessToken =
      form.success &&
      local.exchange(provider, {
        code: form.data.code,
        redirectUri: form.data.redirect_uri,
        clientId: form.data.client_id,
        clientSecret: form.data.client_secret,
        codeVerifier: form.data.code_verifier,
      });
    if (accessToken) return { access_token: accessToken, token_type: "bearer", scope: "" };
    const detail = "The code is unknown, used or expired, or the PKCE verifier does not fit.";
    // GitHub reports this with status 200.
    if (provider === "github") return { error: "bad_verification_code", error_description: detail };
    return reply.code(400).send({ error: "invalid_grant", error_description: detail });
  });
}

function registerUserEndpoint(scope: FastifyInstance, provider: OAuthProvider, local: LocalIdentityProvider): void {
  scope.get(localPath(provider, "user"), { schema: { hide: true } }, async (request) => {
    const login = local.login(provider, readBearerToken(request));
    if (login === undefined) throw new AppError("unauthorized");
    const id = localUserId(login);
    const email = localEmail(login);
    return provider === "github"
      ? { id, login, name: login, avatar_url: null, email }
      : { sub: String(id), name: login, picture: null, email, email_verified: true };
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
