import { useEffect } from "react";
import { useLocation } from "react-router";
import { reloadSession } from "../../../api/reload-session.ts";
import { isUnknownSandbox, useSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { HOME } from "../../../session/access.ts";
import { switchTeam, useSession } from "../../../session/store.ts";
import { useTeam } from "../../../session/use-team.ts";
import { toast } from "../../../ui/toast.ts";
import { useFollowUp } from "../../parts/use-follow-up.ts";

const teamOf = (organizationId: string) =>
  useSession.getState().teamList.find((candidate) => candidate.id === organizationId);

/** The visit that last showed a sandbox. Kept outside the component, because a change of team remounts the page. */
let shownOnVisit: string | undefined;

/** Makes the sandbox's team current. Reloads the session first if the user joined that team only recently. */
async function goTo(organizationId: string): Promise<void> {
  if (teamOf(organizationId) === undefined) await reloadSession();
  const team = teamOf(organizationId);
  if (team === undefined) return;
  switchTeam(team);
  toast.success(t("Switched to {team}", { team: team.name }));
}

/**
 * Returns the sandbox of an address. If it belongs to another of the user's teams, that team becomes current. If the
 * user then chooses another team, the page leaves the sandbox.
 */
export function useSandboxOfTeams(sandboxId: string) {
  const team = useTeam();
  const { data, error, isFetching, refetch } = useSandbox(team.id, sandboxId);
  const followUp = useFollowUp();
  const visit = useLocation().key;
  const elsewhere = data !== undefined && data.organizationId !== team.id ? data.organizationId : undefined;
  const isHere = data !== undefined && elsewhere === undefined;
  useEffect(() => {
    if (isHere) shownOnVisit = visit;
    if (elsewhere === undefined) return;
    if (shownOnVisit === visit) followUp(HOME, { replace: true });
    else void goTo(elsewhere);
  }, [isHere, elsewhere, visit, followUp]);
  const isMissing = isUnknownSandbox(error);
  // Data of a deleted sandbox is outdated, so hide it.
  return { sandbox: isHere && !isMissing ? data : undefined, error, isMissing, isFetching, refetch };
}
