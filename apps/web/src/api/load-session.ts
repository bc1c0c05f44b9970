import { FIRST_TEAM_SUFFIX } from "@terrarium/contract/limits";
import { createAnOrganization, getMyOrganizationList } from "@terrarium/contract/organization";
import { getCurrentUserInfo } from "@terrarium/contract/user";
import { setTeams, setUser } from "../session/store.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";

/** The user was loaded, but has no team and creating one failed. */
export class TeamCreationError extends Error {
  constructor(cause: unknown) {
    super("创建团队失败", { cause });
    this.name = "TeamCreationError";
  }
}

/**
 * Loads the signed-in user and the teams into the session. Creates a first team for a user without one. A user who
 * still needs an invite code gets a team once the code is accepted. Throws TeamCreationError, or the errors of `call`.
 */
export async function loadSession(signal?: AbortSignal): Promise<void> {
  const asked = call(getMyOrganizationList, { signal });
  // A failure is handled below, unless the first call fails earlier.
  asked.catch(() => undefined);
  const user = await call(getCurrentUserInfo, { signal });
  setUser(user);
  try {
    const teams = await asked;
    setTeams(teams.length > 0 ? teams : [await createFirstTeam(user.name)]);
  } catch (error) {
    if (!needsInvite(error)) throw error;
    setTeams([]);
  }
}

const needsInvite = (error: unknown): boolean => error instanceof ApiError && error.code === "invite_required";

async function createFirstTeam(userName: string) {
  try {
    // Another tab may be creating it.
    return await call(createAnOrganization, { body: { name: userName + FIRST_TEAM_SUFFIX, onlyFirst: true } });
  } catch (error) {
    if (needsInvite(error)) throw error;
    throw new TeamCreationError(error);
  }
}
