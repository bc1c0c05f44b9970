import { type SubmitEvent, useState } from "react";
import { useCreateApiKey } from "../../../api/api-keys.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { apiKeyNameProblem } from "./api-key-name.ts";
import { reportKeyError } from "./key-errors.ts";

export function NewKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("New API Key")}
      description={t("Programs that have the key act for this team.")}
    >
      <NewKeyForm onClose={onClose} />
    </Dialog>
  );
}

function NewKeyForm({ onClose }: { onClose: () => void }) {
  const team = useTeam();
  const create = useCreateApiKey(team.id);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = apiKeyNameProblem(name);
    setProblem(found);
    if (found !== undefined) return;
    create.mutate(name, {
      onSuccess: () => {
        toast.success(t("API Key created"));
        onClose();
      },
      onError: reportKeyError.create,
    });
  };
  return (
    <form onSubmit={submit} className="mt-4" noValidate>
      <Field
        label={t("Name")}
        value={name}
        error={problem}
        hint={t("3 to 50 letters, numbers, underscores and hyphens")}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(apiKeyNameProblem(event.target.value));
        }}
      />
      <FormActions onCancel={onClose} isBusy={create.isPending}>
        {t("Create")}
      </FormActions>
    </form>
  );
}
