import type { Role } from "@terrarium/contract/organization";
import { useSession } from "../session/store.ts";
import { useTeam } from "../session/use-team.ts";
import { useMembers } from "./organizations.ts";

/**
 * Returns the user's role in the current team. The member list is authoritative, because the owner may change roles at
 * any time. Until it is loaded, the role is the one loaded with the teams.
 */
export function useRole(): Role {
  const team = useTeam();
  const userId = useSession(({ user }) => user?.id);
  const { data } = useMembers(team.id);
  return data?.find((member) => member.userId === userId)?.role ?? team.role;
}
