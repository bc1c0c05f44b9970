import type { OrganizationMember } from "@terrarium/contract/organization";
import { type SubmitEvent, useState } from "react";
import { useTransfer } from "../../../api/organizations.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Choice, ChoiceGroup } from "../../../ui/Choice.tsx";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { ROLE_NAMES } from "./team-rules.ts";

export interface TransferDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Members eligible as the new owner. */
  others: readonly OrganizationMember[];
  preselected: OrganizationMember | undefined;
}

export function TransferDialog({ isOpen, ...form }: TransferDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={t("Transfer Organization")}
      description={t("The selected member becomes the owner. You lose your owner privileges and become an admin.")}
    >
      <TransferForm {...form} />
    </Dialog>
  );
}

function TransferForm({ onClose, others, preselected }: Omit<TransferDialogProps, "isOpen">) {
  const team = useTeam();
  const transfer = useTransfer(team.id);
  const [userId, setUserId] = useState(preselected?.userId);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (userId === undefined) return;
    transfer.mutate(userId, {
      onSuccess: () => toast.success(t("Organization has been successfully transferred")),
      close: onClose,
      onError: reportFailure("Failed to transfer organization"),
    });
  };
  return (
    <form onSubmit={submit} className="mt-4 flex min-h-0 flex-col">
      <ChoiceGroup label={t("New owner")} value={userId} onChange={setUserId} className="max-h-60 overflow-y-auto">
        {others.map(({ userId, name, role }) => (
          <Choice key={userId} value={userId} label={name}>
            {t(ROLE_NAMES[role])}
          </Choice>
        ))}
      </ChoiceGroup>
      <FormActions onCancel={onClose} kind="danger" disabled={userId === undefined} isBusy={transfer.isPending}>
        {t("Transfer")}
      </FormActions>
    </form>
  );
}
