// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { addTeam, forgetSession, setTeams, setUser, signIn, switchTeam, useSession } from "./store.ts";

const user = { id: "usr_1", name: "Ada", avatar: null, inviteCode: null };
const first = { id: "org_1", name: "First", role: "owner" } as const;
const second = { id: "org_2", name: "Second", role: "member" } as const;

beforeEach(() => {
  forgetSession("unauthorized");
  localStorage.clear();
});

test("signing in and out writes the specified local storage keys", () => {
  signIn("secret");
  setUser({ ...user, inviteCode: "abc" });
  expect(localStorage.getItem("token")).toBe("secret");
  expect(localStorage.getItem("inviteVerified")).toBe("true");
  expect(JSON.parse(localStorage.getItem("auth-storage") ?? "").state).toEqual({
    token: "secret",
    user: { ...user, inviteCode: "abc" },
    team: null,
    teamList: [],
    isAuthenticated: true,
    isInviteVerified: true,
  });
  forgetSession("logout");
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("inviteVerified")).toBeNull();
  expect(useSession.getState()).toMatchObject({ token: null, user: null, teamList: [], hasLoggedOut: true });
});

test("makes the first team current, and keeps a chosen team when the teams are reloaded", () => {
  setTeams([first, second]);
  expect(useSession.getState().team).toEqual(first);
  switchTeam(second);
  setTeams([first, { ...second, name: "Renamed" }]);
  expect(useSession.getState().team?.name).toBe("Renamed");
  setTeams([first]);
  expect(useSession.getState().team).toEqual(first);
});

test("makes a new team current", () => {
  setTeams([first]);
  addTeam(second);
  expect(useSession.getState()).toMatchObject({ team: second, teamList: [first, second] });
});

test("ends a session without its token key, whatever else is stored", async () => {
  signIn("secret");
  setTeams([first]);
  localStorage.removeItem("token");
  await useSession.persist.rehydrate();
  expect(useSession.getState()).toMatchObject({ token: null, isAuthenticated: false, team: null });
});

test("resumes a stored session", async () => {
  localStorage.setItem("token", "secret");
  localStorage.setItem(
    "auth-storage",
    JSON.stringify({ state: { user, team: second, teamList: [first, second] }, version: 0 }),
  );
  await useSession.persist.rehydrate();
  expect(useSession.getState()).toMatchObject({ token: "secret", isAuthenticated: true, user, team: second });
});

/** Simulates a change by another tab, with the browser's storage event in this one. */
function storeElsewhere(token: string, state: object): void {
  localStorage.setItem("token", token);
  localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
  window.dispatchEvent(new StorageEvent("storage", { key: "auth-storage" }));
}

test("keeps this tab's team, with its latest data, when another tab switches teams", () => {
  signIn("secret");
  setTeams([first, second]);
  const renamed = { ...first, name: "Renamed" };
  storeElsewhere("secret", { user, team: second, teamList: [renamed, second] });
  expect(useSession.getState()).toMatchObject({ team: renamed, teamList: [renamed, second] });
});

test("drops a team that was left in another tab, or that a new user there is not in", () => {
  signIn("secret");
  setTeams([first, second]);
  storeElsewhere("secret", { user, team: second, teamList: [second] });
  expect(useSession.getState()).toMatchObject({ team: second, teamList: [second] });
  storeElsewhere("another", { user, team: first, teamList: [first, second] });
  expect(useSession.getState()).toMatchObject({ token: "another", team: first });
});
