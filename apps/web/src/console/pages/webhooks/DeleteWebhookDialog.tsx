import type { Webhook } from "@terrarium/contract/webhooks";
import { useWebhookChanges } from "../../../api/webhooks.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";

export interface DeleteWebhookDialogProps {
  /** The webhook to delete. Undefined while the dialog is closed. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

export function DeleteWebhookDialog({ webhook, onClose }: DeleteWebhookDialogProps) {
  const team = useTeam();
  const { remove } = useWebhookChanges(team.id);
  const close = () => {
    remove.leave();
    onClose();
  };
  const confirm = () => {
    if (webhook === undefined) return;
    remove.mutate(webhook.id, {
      onSuccess: () => toast.success(t("Webhook deleted")),
      close: onClose,
      onError: reportFailure("Failed to delete webhook"),
    });
  };
  return (
    <ConfirmDialog
      isOpen={webhook !== undefined}
      onClose={close}
      onConfirm={confirm}
      title={t("Delete Webhook")}
      description={t(
        "Pending deliveries are cancelled and the delivery history is deleted. This action cannot be undone.",
      )}
      subject={webhook?.url}
      confirmLabel={t("Delete")}
      isBusy={remove.isPending}
    />
  );
}
