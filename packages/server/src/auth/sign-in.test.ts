import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createIdentityProvider } from "./identity-provider.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.remove());

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** Returns the address of the authorize page, with these parameters instead of the valid ones. null leaves one out. */
function authorizeUrl(changes: Record<string, string | null> = {}, provider = "github"): string {
  const url = new URL(`/local-idp/${provider}/authorize`, app.origin);
  const good = { client_id: "terrarium-local", redirect_uri: `${app.origin}/logining/${provider}`, state: "s t&1" };
  for (const [name, value] of Object.entries({ ...good, ...changes }))
    if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

const pick = (login: string, url = authorizeUrl(), headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ login }), redirect: "manual", headers });

async function codeFor(
  login: string,
  changes: Record<string, string | null> = {},
  provider = "github",
): Promise<string> {
  const redirect = await pick(login, authorizeUrl(changes, provider));
  return new URL(redirect.headers.get("location") ?? "about:blank").searchParams.get("code") ?? "";
}

const exchange = (body: unknown, provider = "github") =>
  app.call("POST", `/api/v1/auth/${provider}/callback`, { body });
const pkce = { code_challenge: challenge, code_challenge_method: "S256" };

describe("the sign-in flow", () => {
  test("goes from a name, by PKCE and state, to a session", async () => {
    const redirect = await pick(" ada-lovelace ", authorizeUrl(pkce));
    expect(redirect.status).toBe(303);
    const target = new URL(redirect.headers.get("location") ?? "");
    expect(target.origin + target.pathname).toBe(`${app.origin}/logining/github`);
    expect(target.searchParams.get("state")).toBe("s t&1");

    const { status, body } = await exchange({ code: target.searchParams.get("code"), codeVerifier: verifier });
    expect(status).toBe(200);
    const user = await app.call("GET", "/api/v1/user/get_current_user_info", { token: body.token });
    expect(user.body).toMatchObject({ name: "ada-lovelace", avatar: null, inviteCode: null });
  });

  test("finds the same user in any case, another with Google", async () => {
    const idOf = async (token: string) =>
      (await app.call("GET", "/api/v1/user/get_current_user_info", { token })).body.id;
    const id = await idOf(await app.signIn("grace"));
    expect(await idOf(await app.signIn("Grace"))).toBe(id);
    expect(await idOf(await app.signIn("grace", { provider: "google" }))).not.toBe(id);
  });

  test("accepts and distinguishes names in any script", async () => {
    const userOf = async (login: string) =>
      (await app.call("GET", "/api/v1/user/get_current_user_info", { token: await app.signIn(login) })).body;
    const longest = "n".repeat(100);
    const names = [
      "Ann Archer",
      "Ann-Archer",
      "王小明",
      "王小萌",
      "سارة",
      "नेहा",
      "Zoë",
      "Zoe",
      "O'Neil",
      "👩‍🚀",
      longest,
    ];
    const users = await Promise.all(names.map(userOf));
    expect(users.map(({ name }) => name)).toEqual(names);
    expect(new Set(users.map(({ id }) => id)).size).toBe(names.length);
    expect((await userOf("  ann   ARCHER ")).id).toBe(users[0]?.id);
    expect((await userOf("Zoe\u0308")).id).toBe(users[6]?.id);
  });

  test("creates a first team for the longest name", async () => {
    const token = await app.signIn("n".repeat(100));
    const key = await app.call("POST", "/api/v1/boxes", { token, body: { type: "android" } });
    expect(key.status).toBe(200);
    const teams = await app.call("GET", "/api/v1/organization/get_my_organization_list", { token });
    expect(teams.body).toMatchObject([{ name: `${"n".repeat(100)}'s Team` }]);
  });

  test("ends with the sign-out", async () => {
    const token = await app.signIn("ada");
    expect((await app.call("POST", "/api/v1/auth/logout", { token })).status).toBe(200);
    expect((await app.call("GET", "/api/v1/user/get_current_user_info", { token })).status).toBe(401);
  });
});

describe("a code is rejected", () => {
  const refusal = {
    status: 400,
    body: { code: "oauth_failed", message: expect.stringContaining("The code is unknown, used or expired") },
  };

  test.each(["github", "google"])("when it was used before (%s)", async (provider) => {
    const code = await codeFor("ada", {}, provider);
    expect((await exchange({ code }, provider)).status).toBe(200);
    expect(await exchange({ code }, provider)).toMatchObject(refusal);
  });

  test("when it is unknown", async () => {
    expect(await exchange({ code: "nonsense" })).toMatchObject(refusal);
  });

  test("when the verifier is wrong or missing, and is then used up", async () => {
    const wrong = await codeFor("ada", pkce);
    expect(await exchange({ code: wrong, codeVerifier: randomBytes(32).toString("base64url") })).toMatchObject(refusal);
    expect(await exchange({ code: wrong, codeVerifier: verifier })).toMatchObject(refusal);
    expect(await exchange({ code: await codeFor("ada", pkce) })).toMatchObject(refusal);
    expect(await exchange({ code: await codeFor("ada"), codeVerifier: verifier })).toMatchObject(refusal);
  });

  test("when it was granted for the other provider", async () => {
    expect(await exchange({ code: await codeFor("ada") }, "google")).toMatchObject(refusal);
  });
});

describe("the authorize page", () => {
  test("offers previously used names as text", async () => {
    await app.signIn("linus");
    const answer = await fetch(authorizeUrl());
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain('name="login" value="linus"');
  });

  test.each([
    ["another client", { client_id: "evil" }],
    ["a foreign address to return to", { redirect_uri: "https://evil.example/logining/github" }],
    ["another path to return to", { redirect_uri: "SELF/api/v1/x" }],
    ["the other provider's return address", { redirect_uri: "SELF/logining/google" }],
    ["an address with our origin as prefix", { redirect_uri: "SELF.evil.example/logining/github" }],
    ["no return address", { redirect_uri: null }],
    ["a plain challenge", { code_challenge: challenge, code_challenge_method: "plain" }],
    ["a challenge without its method", { code_challenge: challenge }],
  ])("rejects %s without a redirect", async (_name, changes) => {
    const filled = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value?.replace("SELF", app.origin) ?? null]),
    );
    for (const answer of [await fetch(authorizeUrl(filled)), await pick("ada", authorizeUrl(filled))]) {
      expect(answer.status).toBe(400);
      expect(answer.headers.get("location")).toBeNull();
      expect(await answer.text()).toContain("This sign-in cannot go on");
    }
  });

  const UNSEEN = "A name has no control characters, and none that cannot be seen.";
  test.each([
    ["nothing", "", "at least one character that can be seen"],
    ["spaces", " \u3000 ", "at least one character that can be seen"],
    ["a joiner alone", "\u200d", "at least one character that can be seen"],
    ["101 letters", "a".repeat(101), "at most 100 characters"],
    ["very many accents", "\u0301\u0316".repeat(1_000), "at most 100 characters"],
    ["a control character", "ada\u0000", UNSEEN],
    ["two lines", "ada\nlovelace", UNSEEN],
    ["text turned around", "ada\u202eecalevol", UNSEEN],
    ["isolated text", "ada\u2066x", UNSEEN],
    ["a space without width", "a\u200bda", UNSEEN],
    ["a filler", "a\u3164da", UNSEEN],
  ])("rejects %s as a name with a reason", async (_name, login, problem) => {
    const answer = await pick(login);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain(problem);
  });

  test("shows any name as text", async () => {
    const name = `<img src=x onerror="1">'&`;
    await app.signIn(name);
    for (const answer of [await fetch(authorizeUrl()), await pick(`${name}\u202e`)]) {
      const html = await answer.text();
      expect(html).toContain("&lt;img src=x onerror=&quot;1&quot;&gt;&#39;&amp;");
      expect(html).not.toContain("<img");
    }
  });

  test("accepts a form only from our own pages and host", async () => {
    expect((await pick("ada", authorizeUrl(), { origin: "https://evil.example" })).status).toBe(403);
    expect((await pick("ada", authorizeUrl(), { origin: app.origin })).status).toBe(303);
    expect((await pick("ada", authorizeUrl(), { "x-forwarded-for": "10.0.0.1" })).status).toBe(403);
    const rebound = await app.http.inject({
      url: "/local-idp/github/authorize",
      headers: { host: "evil.example:3000" },
    });
    expect(rebound.statusCode).toBe(403);
  });

  test("returns a user only to the holder of a token", async () => {
    expect((await app.call("GET", "/local-idp/github/user", { token: "x" })).status).toBe(401);
  });
});

test("starts the sign-in at the browser's own address", async () => {
  const answer = await app.http.inject({
    url: "/api/v1/auth/get_login_client_id",
    headers: { host: "localhost:5173" },
  });
  expect(answer.json()).toMatchObject({
    githubClientId: "terrarium-local",
    githubAuthorizeUrl: "http://localhost:5173/local-idp/github/authorize",
    localIdentityProvider: true,
  });
});

test("an OAuth app disables the local provider", async () => {
  const configured = await startTestApp({ GITHUB_CLIENT_ID: "Iv1", GITHUB_CLIENT_SECRET: "s" });
  const start = await configured.call("GET", "/api/v1/auth/get_login_client_id");
  expect(start.body).toMatchObject({
    githubClientId: "Iv1",
    githubAuthorizeUrl: "https://github.com/login/oauth/authorize",
    googleClientId: null,
    localIdentityProvider: false,
  });
  expect((await configured.call("GET", "/local-idp/github/authorize")).status).toBe(404);
  const google = await configured.call("POST", "/api/v1/auth/google/callback", { body: { code: "x" } });
  expect(google).toMatchObject({ status: 404, body: { code: "oauth_not_configured" } });
  await configured.remove();
});

test("with only Google's app, GitHub is unavailable", async () => {
  const configured = await startTestApp({ GOOGLE_CLIENT_ID: "123.apps", GOOGLE_CLIENT_SECRET: "s" });
  const start = await configured.call("GET", "/api/v1/auth/get_login_client_id");
  expect(start.body).toMatchObject({ githubClientId: "", googleClientId: "123.apps" });
  const github = await configured.call("POST", "/api/v1/auth/github/callback", { body: { code: "x" } });
  expect(github).toMatchObject({ status: 404, body: { code: "oauth_not_configured" } });
  await configured.remove();
});

describe("responses of a provider", () => {
  let server: Server | undefined;
  let respond: RequestListener = (_request, response) => response.end();

  beforeAll(async () => {
    server = createServer((request, response) => respond(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => server?.close());

  function identify() {
    const address = server?.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const provider = createIdentityProvider({
      provider: "github",
      realm: "github",
      clientId: "id",
      clientSecret: "secret",
      allowHttp: true,
      endpoints: {
        token: () => new URL(`http://127.0.0.1:${port}/token`),
        user: () => new URL(`http://127.0.0.1:${port}/user`),
        emails: () => new URL(`http://127.0.0.1:${port}/emails`),
      },
      authorizeUrl: () => "",
    });
    return provider.identify({ code: "c", codeVerifier: undefined, redirectUri: "http://localhost/logining/github" });
  }
  const answers =
    (
      token: [number, unknown],
      user: [number, unknown] = [200, {}],
      emails: [number, unknown] = [404, {}],
    ): RequestListener =>
    (request, response) => {
      const [status, body] = { "/token": token, "/user": user }[request.url ?? ""] ?? emails;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
  const granted: [number, unknown] = [200, { access_token: "t", token_type: "bearer", scope: "" }];

  test("a user in GitHub's form", async () => {
    respond = answers(granted, [
      200,
      { id: 583231, login: "octocat", name: "The Octocat", avatar_url: "https://example.com/o.png", plan: {} },
    ]);
    expect(await identify()).toEqual({
      provider: "github",
      providerUserId: "583231",
      name: "The Octocat",
      avatar: "https://example.com/o.png",
      email: null,
    });
  });

  test("uses the verified primary e-mail, or the public one", async () => {
    const user: [number, unknown] = [200, { id: 1, login: "octocat", email: "shown@example.com" }];
    const primary = { email: "main@example.com", primary: true };
    const other = { email: "other@example.com", primary: false, verified: true };
    respond = answers(granted, user, [200, [other, { ...primary, verified: true }]]);
    expect(await identify()).toMatchObject({ email: "main@example.com" });
    respond = answers(granted, user, [200, [other, { ...primary, verified: false }]]);
    expect(await identify()).toMatchObject({ email: "shown@example.com" });
    respond = answers(granted, user, [403, { message: "Resource not accessible" }]);
    expect(await identify()).toMatchObject({ email: "shown@example.com" });
  });

  test("a user without a name gets the account's name", async () => {
    respond = answers(granted, [200, { id: 1, login: "octocat", name: null, avatar_url: "https://example.com/o.png" }]);
    expect(await identify()).toMatchObject({ name: "octocat" });
  });

  test.each([
    [
      "status 200 with an error",
      [200, { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." }],
      undefined,
      "The code passed is incorrect",
    ],
    [
      "an error in the standard form",
      [400, { error: "invalid_grant", error_description: "Malformed auth code." }],
      undefined,
      "Malformed auth code.",
    ],
    ["a failure of its own", [500, {}], undefined, "unexpected HTTP status code"],
    ["no user", granted, [401, { message: "Bad credentials" }], "it answered 401 when asked for the user"],
    ["a user in another form", granted, [200, { id: "x" }], "its answer has an unknown form"],
  ] as const)("%s is reported in its own words", async (_name, token, user, message) => {
    respond = answers([...token], user && [...user]);
    await expect(identify()).rejects.toMatchObject({ code: "oauth_failed", message: expect.stringContaining(message) });
  });

  test("reports that the provider is unreachable", async () => {
    const provider = createIdentityProvider({
      provider: "github",
      realm: "github",
      clientId: "id",
      clientSecret: "secret",
      allowHttp: true,
      endpoints: { token: () => new URL("http://127.0.0.1:1/token"), user: () => new URL("http://127.0.0.1:1/user") },
      authorizeUrl: () => "",
    });
    const sign = provider.identify({ code: "c", codeVerifier: undefined, redirectUri: "http://localhost/" });
    await expect(sign).rejects.toMatchObject({
      code: "oauth_failed",
      message: expect.stringContaining("could not be reached"),
    });
  });
});
