import type { Role } from "@terrarium/contract/organization";
import { useSession } from "../session/store.ts";
import { useTeam } from "../session/use-team.ts";
import { useMembers } from "./organizations.ts";

/**
 * The user's role in the current team: as the list of members has it, since the owner may change it at any time; as it
 * was when the teams were loaded, until that list is there.
 */
export function useRole(): Role {
  const team = useTeam();
  const userId = useSession(({ user }) => user?.id);
  const { data } = useMembers(team.id);
  return data?.find((member) => member.userId === userId)?.role ?? team.role;
}
