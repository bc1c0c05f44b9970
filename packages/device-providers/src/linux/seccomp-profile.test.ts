import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LINUX_KINDS } from "../provider.ts";
import { ALLOWED_CALLS } from "./allowed-calls.ts";
import { profileFile, seccompProfile } from "./seccomp-profile.ts";
import { NAMESPACE_CALLS, REFUSED_CALLS } from "./system-calls.ts";

test("cluster nodes get the same profiles as containers", () => {
  for (const kind of LINUX_KINDS)
    expect(JSON.parse(readFileSync(`deploy/seccomp/${profileFile(kind)}`, "utf8"))).toEqual(seccompProfile(kind));
});

test("no call is allowed and rejected; only Chromium creates namespaces", () => {
  const refused = Object.keys({ ...REFUSED_CALLS, ...NAMESPACE_CALLS });
  expect(ALLOWED_CALLS.filter((name) => refused.includes(name) || name === "clone")).toEqual([]);
  expect(new Set(ALLOWED_CALLS).size).toBe(ALLOWED_CALLS.length);
  const allows = (kind: "linux" | "browser") =>
    JSON.stringify(seccompProfile(kind)).includes('"chroot","unshare","clone"');
  expect([allows("linux"), allows("browser")]).toEqual([false, true]);
});
