import { useEffect } from "react";
import { t } from "../language/text.ts";
import { takeLostTeam, useSession } from "../session/store.ts";
import { toast } from "../ui/toast.ts";
import { reloadSession } from "./reload-session.ts";

/** Reloads the teams, which makes another team current, and shows the reason. */
async function leaveLostTeam(): Promise<void> {
  const lost = takeLostTeam();
  if (lost === null) return;
  await reloadSession();
  const { team } = useSession.getState();
  if (team === null || team.id === lost.id) return;
  toast.error(t("You no longer belong to {team}", { team: lost.name }), {
    id: `lost ${lost.id}`,
    description: t("You were removed, or the team was disbanded. Your current team is {team}.", { team: team.name }),
  });
}

/** Switches to another team when the user was removed from the current one or it was disbanded. */
export function useLostTeam(): void {
  const lostTeam = useSession((session) => session.lostTeam);
  useEffect(() => {
    if (lostTeam !== null) void leaveLostTeam();
  }, [lostTeam]);
}
