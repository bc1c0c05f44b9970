// @vitest-environment happy-dom
import { createAnOrganization, getMyOrganizationList } from "@terrarium/contract/organization";
import { getCurrentUserInfo } from "@terrarium/contract/user";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetSession, signIn, useSession } from "../session/store.ts";
import { loadSession } from "./load-session.ts";

const made = { id: "org_1", name: "Ada's Team", role: "owner" };
const answers: Record<string, unknown> = {
  [getCurrentUserInfo.path]: { id: "usr_1", name: "Ada", avatar: null, inviteCode: null },
  [getMyOrganizationList.path]: [],
  [createAnOrganization.path]: made,
};
const fetchMock = vi.fn<(address: string, request: RequestInit) => Promise<Response>>(async (address) =>
  Response.json(answers[address]),
);

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  signIn("secret");
});
afterEach(() => {
  forgetSession("logout");
  vi.unstubAllGlobals();
});

test("creates a first team for a user without one, unless another tab has created it", async () => {
  await loadSession();
  const asked = fetchMock.mock.calls.filter(([address]) => address === createAnOrganization.path);
  expect(asked.map(([, { body }]) => JSON.parse(String(body)))).toEqual([{ name: "Ada's Team", onlyFirst: true }]);
  expect(useSession.getState()).toMatchObject({ team: made, teamList: [made] });
});
