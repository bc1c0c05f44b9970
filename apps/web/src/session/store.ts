import type { Organization } from "@terrarium/contract/organization";
import type { User } from "@terrarium/contract/user";
import { create } from "zustand";
import { persist } from "zustand/middleware";

/** Keys of the local storage. The specification defines the names. */
const STORAGE = { token: "token", inviteVerified: "inviteVerified", session: "auth-storage" } as const;

interface SessionData {
  token: string | null;
  user: User | null;
  /** The current team of this tab. New tabs start with the stored one. */
  team: Organization | null;
  teamList: Organization[];
  isAuthenticated: boolean;
  isInviteVerified: boolean;
}

interface Session extends SessionData {
  /** Set by "Logout", so that the next sign-in does not return to the screen that was left. Not persisted. */
  hasLoggedOut: boolean;
  /** The team of a refused call: the user no longer belongs to it, or it was disbanded. Not persisted. */
  lostTeam: Organization | null;
}

const ANONYMOUS: SessionData = {
  token: null,
  user: null,
  team: null,
  teamList: [],
  isAuthenticated: false,
  isInviteVerified: false,
};

/** The signed-in user, the teams and the current team, stored in local storage. */
export const useSession = create<Session>()(
  persist<Session, [], [], SessionData>(() => ({ ...ANONYMOUS, hasLoggedOut: false, lostTeam: null }), {
    name: STORAGE.session,
    partialize: ({ token, user, team, teamList, isAuthenticated, isInviteVerified }): SessionData => ({
      token,
      user,
      team,
      teamList,
      isAuthenticated,
      isInviteVerified,
    }),
    // The plain keys are authoritative: a missing token means signed out, whatever else is stored.
    merge: (stored, current) => {
      const token = localStorage.getItem(STORAGE.token);
      if (token === null || token === "") return { ...current, ...ANONYMOUS };
      const data: Partial<SessionData> = typeof stored === "object" && stored !== null ? stored : {};
      const teamList = Array.isArray(data.teamList) ? data.teamList : [];
      // Another tab may use another team. This tab keeps its own, unless the user has left it.
      const own = token === current.token ? teamList.find(({ id }) => id === current.team?.id) : undefined;
      return {
        ...current,
        token,
        user: data.user ?? null,
        team: own ?? data.team ?? null,
        teamList,
        isAuthenticated: true,
        isInviteVerified: localStorage.getItem(STORAGE.inviteVerified) === "true",
      };
    },
  }),
);

function store(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

useSession.subscribe(({ token, isInviteVerified }, previous) => {
  if (token !== previous.token) store(STORAGE.token, token);
  if (isInviteVerified !== previous.isInviteVerified) store(STORAGE.inviteVerified, isInviteVerified ? "true" : null);
});

/** Another tab signed in or out, or changed the list of teams. */
window.addEventListener("storage", ({ key }) => {
  if (key === null || key === STORAGE.token || key === STORAGE.session) void useSession.persist.rehydrate();
});

/** Starts a session with the token from the sign-in. */
export function signIn(token: string): void {
  useSession.setState({ ...ANONYMOUS, token, isAuthenticated: true, hasLoggedOut: false });
}

/** Clears the session. The access guard then redirects to /login. */
export function forgetSession(reason: "logout" | "unauthorized"): void {
  useSession.setState({ ...ANONYMOUS, hasLoggedOut: reason === "logout", lostTeam: null });
}

export function setUser(user: User): void {
  useSession.setState({ user, isInviteVerified: user.inviteCode !== null });
}

/** Stores the loaded teams. The current team stays if it still exists, otherwise the first becomes current. */
export function setTeams(teamList: Organization[]): void {
  useSession.setState(({ team }) => ({
    teamList,
    team: teamList.find(({ id }) => id === team?.id) ?? teamList[0] ?? null,
  }));
}

/** Adds a new team and makes it current. */
export function addTeam(team: Organization): void {
  useSession.setState(({ teamList }) => ({ team, teamList: [...teamList, team] }));
}

export function switchTeam(team: Organization): void {
  useSession.setState({ team });
}

/** Records that the user has lost the team with this id. Ignores teams other than the current one. */
export function noteLostTeam(organizationId: unknown): void {
  useSession.setState(({ team }) => (team !== null && team.id === organizationId ? { lostTeam: team } : {}));
}

/** Returns and clears the lost team, if any. The caller handles it. */
export function takeLostTeam(): Organization | null {
  const { lostTeam } = useSession.getState();
  if (lostTeam !== null) useSession.setState({ lostTeam: null });
  return lostTeam;
}
