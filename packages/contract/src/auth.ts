import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty } from "./fields.ts";

export const OAUTH_PROVIDERS = ["github", "google"] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

const CallbackBody = z.strictObject({
  code: z.string().min(1).max(2048),
  codeVerifier: z
    .string()
    .min(43)
    .max(128)
    .optional()
    .describe("PKCE verifier (RFC 7636); required if the authorize request had a challenge"),
});
const LoginResponse = z.object({ token: z.string().describe("Session token, 43 characters of base64url") });

export const githubCallback = defineEndpoint({
  name: "githubCallback",
  method: "POST",
  path: "/api/v1/auth/github/callback",
  access: "public",
  summary: "Exchange GitHub's OAuth code for a session token",
  tag: "auth",
  body: CallbackBody,
  response: LoginResponse,
  errors: ["oauth_failed", "oauth_not_configured"],
});

export const googleCallback = defineEndpoint({
  ...githubCallback,
  name: "googleCallback",
  path: "/api/v1/auth/google/callback",
  summary: "Exchange Google's OAuth code for a session token",
  errors: ["oauth_failed", "oauth_not_configured"],
});

/** The browser appends client_id, redirect_uri ({origin}/logining/github), scope, state and the PKCE challenge. */
export const getLoginClientId = defineEndpoint({
  name: "getLoginClientId",
  method: "GET",
  path: "/api/v1/auth/get_login_client_id",
  access: "public",
  summary: "Settings for starting the sign-in",
  tag: "auth",
  response: z.object({
    githubClientId: z.string().describe("empty: sign-in with GitHub is not configured"),
    githubAuthorizeUrl: z.url(),
    githubScope: z.string(),
    googleClientId: z.string().nullable().describe("null: sign-in with Google is not configured"),
    googleAuthorizeUrl: z.url().nullable(),
    googleScope: z.string(),
    localIdentityProvider: z.boolean().describe("true: names are not checked; anybody on this machine can sign in"),
    alphaHost: z
      .string()
      .nullable()
      .describe("Host on which users need a verified invite code; with or without a port"),
  }),
});

export const logout = defineEndpoint({
  name: "logout",
  method: "POST",
  path: "/api/v1/auth/logout",
  access: "session",
  summary: "Revoke this session token",
  tag: "auth",
  response: Empty,
});
