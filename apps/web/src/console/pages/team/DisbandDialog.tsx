import { type SubmitEvent, useState } from "react";
import { useDisband } from "../../../api/organizations.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { disbandProblem } from "./team-rules.ts";

export function DisbandDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("Disband Team")}
      description={t(
        "The team is deleted for all members. Its sandboxes end, and its API keys and invite links stop working. This action cannot be undone.",
      )}
    >
      <DisbandForm onClose={onClose} />
    </Dialog>
  );
}

function DisbandForm({ onClose }: { onClose: () => void }) {
  const team = useTeam();
  const disband = useDisband();
  const [typed, setTyped] = useState("");
  const problem = disbandProblem(typed, team.name);
  const confirm = () =>
    disband.mutate(team.id, {
      onSuccess: () => toast.success(t("Team has been disbanded")),
      close: onClose,
      onError: reportFailure("Failed to disband team"),
    });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    confirm();
  };
  return (
    <form onSubmit={submit} className="mt-4">
      <Field
        label={t('Type the team name "{name}" to confirm', { name: team.name })}
        value={typed}
        error={typed === "" ? undefined : problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormActions onCancel={onClose} kind="danger" disabled={problem !== undefined} isBusy={disband.isPending}>
        {t("Disband Team")}
      </FormActions>
    </form>
  );
}
