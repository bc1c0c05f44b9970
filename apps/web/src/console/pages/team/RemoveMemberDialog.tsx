import type { OrganizationMember } from "@terrarium/contract/organization";
import { useRemoveMember } from "../../../api/organizations.ts";
import { rich, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";

export interface RemoveMemberDialogProps {
  /** The member to remove. Undefined while the dialog is closed. */
  member: OrganizationMember | undefined;
  onClose: () => void;
}

export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const team = useTeam();
  const removal = useRemoveMember(team.id);
  const close = () => {
    removal.leave();
    onClose();
  };
  const confirm = () => {
    if (member === undefined) return;
    removal.mutate(member.userId, {
      onSuccess: () => toast.success(t("Member removed successfully")),
      close: onClose,
      onError: reportFailure("Failed to remove member"),
    });
  };
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={close}
      onConfirm={confirm}
      title={t("Remove Member")}
      description={rich("{member} loses access to the sandboxes and API keys of {team}.", {
        member: <b className="font-medium text-text">{member?.name}</b>,
        team: team.name,
      })}
      confirmLabel={t("Remove")}
      isBusy={removal.isPending}
    />
  );
}
