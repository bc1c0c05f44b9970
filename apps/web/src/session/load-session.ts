import { createAnOrganization, getMyOrganizationList } from "@terrarium/contract/organization";
import { getCurrentUserInfo } from "@terrarium/contract/user";
import { call } from "../api/call.ts";
import { setTeams, setUser } from "./store.ts";

/** The user is known, but has no team and none could be made. */
export class TeamCreationError extends Error {
  constructor(cause: unknown) {
    super("创建团队失败", { cause });
    this.name = "TeamCreationError";
  }
}

/**
 * Loads the signed-in user and the teams into the session. A user without a team gets a first one.
 * Throws TeamCreationError, or what `call` throws.
 */
export async function loadSession(signal?: AbortSignal): Promise<void> {
  const user = await call(getCurrentUserInfo, { signal });
  setUser(user);
  const teams = await call(getMyOrganizationList, { signal });
  setTeams(teams.length > 0 ? teams : [await createFirstTeam(user.name)]);
}

async function createFirstTeam(userName: string) {
  try {
    return await call(createAnOrganization, { body: { name: `${userName}'s Team` } });
  } catch (error) {
    throw new TeamCreationError(error);
  }
}
