import type { BoxRight } from "@terrarium/contract/box-rights";
import type { Caller } from "@terrarium/platform/base/caller";
import { expect, test } from "vitest";
import { deviceControls } from "./device-controls.ts";

const PERSON: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const READER: Caller = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "read" };
const link = (...rights: BoxRight[]): Caller => ({
  kind: "box-token",
  boxTokenId: "tok_1",
  sandboxId: "sbx_1",
  organizationId: "org_1",
  rights,
  madeBy: { actorKind: "user", actorId: "usr_1" },
});
const TOUCH = ["rotate", "buttons", "paste"];

test.for([
  ["a user of a virtual phone", PERSON, "phone", true, [...TOUCH, "battery", "airplane"]],
  ["a user of a real phone", PERSON, "phone", false, [...TOUCH, "install"]],
  ["a user of a desktop", PERSON, "desktop", true, ["paste"]],
  ["a link with input", link("view", "input"), "phone", true, TOUCH],
  ["a link that only shows the screen", link("view"), "phone", true, []],
  ["a read-only key", READER, "phone", true, []],
] as const)("returns the controls for %s", async ([, caller, kind, isVirtual, controls]) => {
  expect(await deviceControls(caller, kind, { isVirtual: async () => isVirtual })).toEqual(controls);
});
