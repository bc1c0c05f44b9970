import { expect, test } from "vitest";
import { blockedIn, withBlocked } from "./blocked-notifications.ts";

test("packages are blocked once and allowed again", () => {
  const both = withBlocked(withBlocked("", "org.a", true), "org.b", true);
  expect(blockedIn(withBlocked(both, "org.a", true))).toEqual(["org.b", "org.a"]);
  expect(blockedIn(withBlocked(both, "org.a", false))).toEqual(["org.b"]);
  expect([blockedIn(undefined), blockedIn(",,")]).toEqual([[], []]);
});
