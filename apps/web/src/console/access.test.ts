import { expect, test } from "vitest";
import { type AccessRequest, decideAccess } from "../session/access.ts";
import { pageAt } from "./parts/pages.ts";

const ALPHA = "alpha.example";
type Change = Partial<AccessRequest> & { path?: string };
const request = ({ path = "/sandboxes", ...over }: Change): AccessRequest => ({
  page: pageAt(path)?.access ?? "anyone",
  token: "t",
  isInviteVerified: false,
  host: "console.example",
  alphaHost: ALPHA,
  ...over,
});
const show = { kind: "show" };
const to = (path: string, remember = false) => ({ kind: "redirect", to: path, remember });

test.each([
  ["1: a signed-in user opening /login", { path: "/login" }, to("/sandboxes")],
  ["1: a signed-in user opening /register", { path: "/register" }, to("/sandboxes")],
  ["1: a signed-out user opening /login", { path: "/login", token: null }, show],
  ["2: a verified user opening /invite-code", { path: "/invite-code", isInviteVerified: true }, to("/sandboxes")],
  ["2: an unverified user opening /invite-code", { path: "/invite-code" }, show],
  ["2: an unverified user opening /invite-code on the alpha host", { path: "/invite-code", host: ALPHA }, show],
  ["3: a protected screen without a token", { token: null }, to("/login", true)],
  ["1: a path with a trailing slash", { path: "/login/" }, to("/sandboxes")],
  ["3: a path with trailing slashes", { path: "/sandboxes//", token: null }, to("/login", true)],
  ["3: a sandbox's page without a token", { path: "/sandboxes/sbx_1", token: null }, to("/login", true)],
  ["3: the invite code screen without a token", { path: "/invite-code", token: null }, to("/login", true)],
  ["3: a protected screen without a token on the alpha host", { token: null, host: ALPHA }, to("/login", true)],
  ["4: no invite, on the alpha host", { host: ALPHA }, to("/invite-code")],
  ["4: no invite, on another host", {}, show],
  ["4: a verified invite, on the alpha host", { host: ALPHA, isInviteVerified: true }, show],
  ["4: any port, if the alpha host has none", { host: `${ALPHA}:3000` }, to("/invite-code")],
  ["4: another port than the alpha host's", { host: ALPHA, alphaHost: `${ALPHA}:3000` }, show],
  ["4: a server without an alpha host", { host: ALPHA, alphaHost: null }, show],
  ["4: waits until the alpha host is known", { alphaHost: undefined }, { kind: "wait" }],
  ["4: a verified user does not wait", { alphaHost: undefined, isInviteVerified: true }, show],
  ["5: a public screen", { path: "/register", token: null }, show],
  ["5: a path with only the prefix of a screen", { path: "/sandboxes/sbx_1/x", token: null }, show],
  ["5: a path in another case", { path: "/Sandboxes", token: null }, show],
] as const)("rule %s", (_, over, expected) => {
  expect(decideAccess(request(over))).toEqual(expected);
});
