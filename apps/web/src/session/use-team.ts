import type { Organization } from "@terrarium/contract/organization";
import { useSession } from "./store.ts";

/** Returns the current team. Only for pages inside the console's layout, which renders once there is a team. */
export function useTeam(): Organization {
  const team = useSession((session) => session.team);
  if (team === null) throw new Error("This page was shown before the teams were loaded");
  return team;
}
