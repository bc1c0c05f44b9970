// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { beginSignIn, codeChallenge, safeReturnPath, takePendingSignIn } from "./oauth.ts";

const request = {
  provider: "github",
  authorizeUrl: "https://id.example/authorize?theme=x",
  clientId: "client",
  scope: "read:user user:email",
  origin: "https://console.example",
  returnTo: "/api-keys?x=1",
} as const;

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("isSecureContext", true);
  return () => vi.unstubAllGlobals();
});

test("computes the challenge of RFC 7636, appendix B", async () => {
  expect(await codeChallenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

test("a sign-in requests the code with PKCE and state, and finishes once, in its own tab", async () => {
  const url = new URL(await beginSignIn(request));
  expect(url.origin + url.pathname).toBe("https://id.example/authorize");
  const asked = Object.fromEntries(url.searchParams);
  expect(asked).toMatchObject({
    theme: "x",
    client_id: "client",
    redirect_uri: "https://console.example/logining/github",
    scope: "read:user user:email",
    code_challenge_method: "S256",
  });
  const pending = takePendingSignIn("github", asked.state ?? "");
  expect(pending?.returnTo).toBe("/api-keys?x=1");
  expect(asked.code_challenge).toBe(await codeChallenge(pending?.codeVerifier ?? ""));
  expect(takePendingSignIn("github", asked.state ?? "")).toBeUndefined();
});

test("rejects a return with another state or provider", async () => {
  const url = new URL(await beginSignIn(request));
  expect(takePendingSignIn("google", url.searchParams.get("state"))).toBeUndefined();
  expect(takePendingSignIn("github", "forged")).toBeUndefined();
});

test("reports that an insecure page needs https", async () => {
  vi.stubGlobal("isSecureContext", false);
  await expect(beginSignIn(request)).rejects.toThrow(/https/);
});

test.each([
  ["/sandboxes?page=2#x", "/sandboxes?page=2#x"],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["https://evil.example", undefined],
  ["", undefined],
  [undefined, undefined],
])("return path %s", (path, expected) => {
  expect(safeReturnPath(path)).toBe(expected);
});
