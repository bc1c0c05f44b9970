import type { Organization } from "@terrarium/contract/organization";
import type { User } from "@terrarium/contract/user";
import { create } from "zustand";
import { persist } from "zustand/middleware";

/** Keys of the local storage; the names are part of the specification. */
const STORAGE = { token: "token", inviteVerified: "inviteVerified", session: "auth-storage" } as const;

interface SessionData {
  token: string | null;
  user: User | null;
  /** The current team of this tab; as it is stored, the one with which new tabs begin. */
  team: Organization | null;
  teamList: Organization[];
  isAuthenticated: boolean;
  isInviteVerified: boolean;
}

interface Session extends SessionData {
  /** Set by "Logout": the screen that was left is then not the one to come back to. Not persisted. */
  hasLoggedOut: boolean;
  /** The team that a call was refused for, since the user no longer belongs to it, or it is gone. Not persisted. */
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

/** The signed-in user, the teams and the current team, kept in local storage. */
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
    // The plain keys decide: whoever removes the token has signed out, whatever else is stored.
    merge: (stored, current) => {
      const token = localStorage.getItem(STORAGE.token);
      if (token === null || token === "") return { ...current, ...ANONYMOUS };
      const data: Partial<SessionData> = typeof stored === "object" && stored !== null ? stored : {};
      const teamList = Array.isArray(data.teamList) ? data.teamList : [];
      // Another tab may be in another team: what is open in this one belongs to its own, unless that was left.
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

/** Another tab signed in or out, or knows of other teams: follow it. */
window.addEventListener("storage", ({ key }) => {
  if (key === null || key === STORAGE.token || key === STORAGE.session) void useSession.persist.rehydrate();
});

/** Begins a session with the token that sign-in returned. */
export function signIn(token: string): void {
  useSession.setState({ ...ANONYMOUS, token, isAuthenticated: true, hasLoggedOut: false });
}

/** Forgets everything of the session; the access guard then shows /login. */
export function forgetSession(reason: "logout" | "unauthorized"): void {
  useSession.setState({ ...ANONYMOUS, hasLoggedOut: reason === "logout", lostTeam: null });
}

export function setUser(user: User): void {
  useSession.setState({ user, isInviteVerified: user.inviteCode !== null });
}

/** Takes the teams as loaded: the current one stays if it is still there, else the first becomes current. */
export function setTeams(teamList: Organization[]): void {
  useSession.setState(({ team }) => ({
    teamList,
    team: teamList.find(({ id }) => id === team?.id) ?? teamList[0] ?? null,
  }));
}

/** Adds a team that was just created and makes it current. */
export function addTeam(team: Organization): void {
  useSession.setState(({ teamList }) => ({ team, teamList: [...teamList, team] }));
}

export function switchTeam(team: Organization): void {
  useSession.setState({ team });
}

/** Notes that the server knows no team of this id that the user belongs to; says so only of the current one. */
export function noteLostTeam(organizationId: unknown): void {
  useSession.setState(({ team }) => (team !== null && team.id === organizationId ? { lostTeam: team } : {}));
}

/** Answers the lost team, if there is one, and forgets it: it is being dealt with. */
export function takeLostTeam(): Organization | null {
  const { lostTeam } = useSession.getState();
  if (lostTeam !== null) useSession.setState({ lostTeam: null });
  return lostTeam;
}
