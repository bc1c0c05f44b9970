import { expect, test } from "vitest";
import { type AccessRequest, decideAccess } from "./access.ts";

const ALPHA = "alpha.example";
const request = (over: Partial<AccessRequest>): AccessRequest => ({
  path: "/sandboxes",
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
  ["1: not while signed out", { path: "/login", token: null }, show],
  ["2: a verified user opening /invite-code", { path: "/invite-code", isInviteVerified: true }, to("/sandboxes")],
  ["2: not before", { path: "/invite-code" }, show],
  ["3: a protected screen without a token", { token: null }, to("/login", true)],
  ["3: also below the screen", { path: "/sandboxes/sbx_1", token: null }, to("/login", true)],
  ["3: also on the alpha host", { token: null, host: ALPHA }, to("/login", true)],
  ["4: no invite, on the alpha host", { host: ALPHA }, to("/invite-code")],
  ["4: not on another host", {}, show],
  ["4: not with a verified invite", { host: ALPHA, isInviteVerified: true }, show],
  ["4: not where no alpha host is known", { host: ALPHA, alphaHost: undefined }, show],
  ["5: what needs nobody", { path: "/register", token: null }, show],
  ["5: paths that only begin alike", { path: "/sandboxes-of-others", token: null }, show],
] as const)("rule %s", (_, over, expected) => {
  expect(decideAccess(request(over))).toEqual(expected);
});
