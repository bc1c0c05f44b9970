import type { InviteLink } from "@terrarium/contract/invite";
import { useDeleteInvite } from "../../../api/invites.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";

export interface DeleteInviteDialogProps {
  /** The link to delete. Undefined while the dialog is closed. */
  link: InviteLink | undefined;
  onClose: () => void;
}

export function DeleteInviteDialog({ link, onClose }: DeleteInviteDialogProps) {
  const team = useTeam();
  const deletion = useDeleteInvite(team.id);
  const close = () => {
    deletion.leave();
    onClose();
  };
  const confirm = () => {
    if (link === undefined) return;
    deletion.mutate(link.id, {
      onSuccess: () => toast.success(t("Invite link deleted successfully")),
      close: onClose,
      onError: reportFailure("Failed to delete invite link"),
    });
  };
  return (
    <ConfirmDialog
      isOpen={link !== undefined}
      onClose={close}
      onConfirm={confirm}
      title={t("Delete Invite Link")}
      description={t("The code stops working. Members who joined with it stay in the team.")}
      subject={link?.inviteCode}
      confirmLabel={t("Delete")}
      isBusy={deletion.isPending}
    />
  );
}
