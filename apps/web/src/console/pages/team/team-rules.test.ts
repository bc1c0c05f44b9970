import { describe, expect, test } from "vitest";
import {
  canReadAudit,
  canRemove,
  disbandProblem,
  inviteExpiry,
  leaveRefusal,
  roleChangeRefusal,
} from "./team-rules.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 9, 41, 7, 900);
const viewer = (role: "owner" | "admin" | "member") => ({ userId: "usr_me", role });
const other = { userId: "usr_other" };
const me = { userId: "usr_me" };

test.each([1, 7, 30])("an invite of %i days expires that many days from now, in whole epoch seconds", (days) => {
  expect(inviteExpiry(days, NOW_MS)).toBe(Date.UTC(2026, 10, 21 + days, 9, 41, 7) / 1_000);
});

test.each([0, 31, 1.5, -1, Number.NaN])("rejects an invite of %d days", (days) => {
  expect(() => inviteExpiry(days, NOW_MS)).toThrow(RangeError);
});

test.each([
  ["Night shift", undefined],
  ["night shift", "Team name does not match"],
  ["Night shift ", "Team name does not match"],
  ["", "Team name does not match"],
])("disbands the team Night shift only with its exact name: %j", (typed, problem) => {
  expect(disbandProblem(typed, "Night shift")).toBe(problem);
});

describe("roles", () => {
  test.each([
    ["owner", other, undefined],
    ["owner", me, "don't change your own role"],
    ["admin", other, "only owner can change member role"],
    ["admin", me, "only owner can change member role"],
    ["member", other, "only owner can change member role"],
  ] as const)("%s changing the role of %o: %s", (role, member, refusal) => {
    expect(roleChangeRefusal(viewer(role), member)).toBe(refusal);
  });

  test("only the owner removes members, and never themselves", () => {
    expect(canRemove(viewer("owner"), other)).toBe(true);
    expect(canRemove(viewer("owner"), me)).toBe(false);
    expect(canRemove(viewer("admin"), other)).toBe(false);
  });

  test("all members but the owner can leave", () => {
    expect(leaveRefusal(viewer("owner"))).toBe("Organization owner cannot leave the organization");
    expect(leaveRefusal(viewer("admin"))).toBeUndefined();
    expect(leaveRefusal(viewer("member"))).toBeUndefined();
  });

  test("owners and admins can read the audit log", () => {
    expect((["owner", "admin", "member"] as const).map(canReadAudit)).toEqual([true, true, false]);
  });
});
