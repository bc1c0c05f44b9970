import { useLeave } from "../../../api/organizations.ts";
import { rich, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";

export function LeaveDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const team = useTeam();
  const leave = useLeave();
  const close = () => {
    leave.leave();
    onClose();
  };
  const confirm = () =>
    leave.mutate(team.id, {
      onSuccess: () => toast.success(t("Successfully left organization")),
      close: onClose,
      onError: reportFailure("Failed to leave organization"),
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      onConfirm={confirm}
      title={t("Leave Organization")}
      description={rich("You lose access to the sandboxes and API keys of {team}. You need an invite to rejoin.", {
        team: <b className="font-medium text-text">{team.name}</b>,
      })}
      confirmLabel={t("Leave")}
      isBusy={leave.isPending}
    />
  );
}
