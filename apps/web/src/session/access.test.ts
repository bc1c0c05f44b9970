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
  ["1: or /register, which is for signed-out people too", { path: "/register" }, to("/sandboxes")],
  ["1: not while signed out", { path: "/login", token: null }, show],
  ["2: a verified user opening /invite-code", { path: "/invite-code", isInviteVerified: true }, to("/sandboxes")],
  ["2: not before", { path: "/invite-code" }, show],
  ["2: nor on the alpha host", { path: "/invite-code", host: ALPHA }, show],
  ["3: a protected screen without a token", { token: null }, to("/login", true)],
  ["1: also with a slash at the end", { path: "/login/" }, to("/sandboxes")],
  ["3: also with slashes at the end", { path: "/sandboxes//", token: null }, to("/login", true)],
  ["3: one sandbox too", { path: "/sandboxes/sbx_1", token: null }, to("/login", true)],
  ["3: the invite code too", { path: "/invite-code", token: null }, to("/login", true)],
  ["3: also on the alpha host", { token: null, host: ALPHA }, to("/login", true)],
  ["4: no invite, on the alpha host", { host: ALPHA }, to("/invite-code")],
  ["4: not on another host", {}, show],
  ["4: not with a verified invite", { host: ALPHA, isInviteVerified: true }, show],
  ["4: at any port, if the alpha host names none", { host: `${ALPHA}:3000` }, to("/invite-code")],
  ["4: at its port, if it names one", { host: ALPHA, alphaHost: `${ALPHA}:3000` }, show],
  ["4: not where there is no alpha host", { host: ALPHA, alphaHost: null }, show],
  ["4: waits until the alpha host is known", { alphaHost: undefined }, { kind: "wait" }],
  ["4: who is verified need not wait", { alphaHost: undefined, isInviteVerified: true }, show],
  ["5: what needs nobody", { path: "/register", token: null }, show],
  ["5: paths that only begin alike: they are no screens", { path: "/sandboxes/sbx_1/x", token: null }, show],
  ["5: nor are those in other letters", { path: "/Sandboxes", token: null }, show],
] as const)("rule %s", (_, over, expected) => {
  expect(decideAccess(request(over))).toEqual(expected);
});
