import type { Scope } from "@terrarium/contract/scope";
import { type SubmitEvent, useState } from "react";
import { useCreateApiKey } from "../../../api/api-keys.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Choice, ChoiceGroup } from "../../../ui/Choice.tsx";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { apiKeyNameProblem } from "./api-key-name.ts";
import { reportKeyError } from "./key-errors.ts";
import { isScope, KEY_LIFETIMES, NEVER, scopeMeaning, scopeName, SCOPES_FROM_ALL } from "./key-words.ts";

export function NewKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      className="max-w-lg!"
      title={t("New API Key")}
      description={t("Anyone with this key can act as this team.")}
    >
      <NewKeyForm onClose={onClose} />
    </Dialog>
  );
}

function NewKeyForm({ onClose }: { onClose: () => void }) {
  const team = useTeam();
  const create = useCreateApiKey(team.id);
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("manage");
  const [lifetime, setLifetime] = useState<string>(NEVER);
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = apiKeyNameProblem(name);
    setProblem(found);
    if (found !== undefined) return;
    create.mutate(
      { name, scope, ...(lifetime !== NEVER && { expiresIn: lifetime }) },
      {
        onSuccess: () => toast.success(t("API Key created")),
        close: onClose,
        onError: reportKeyError.create,
      },
    );
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-4" noValidate>
      <Field
        label={t("Name")}
        value={name}
        error={problem}
        className="-mb-2"
        hint={t("3 to 50 letters, numbers, underscores and hyphens")}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(apiKeyNameProblem(event.target.value));
        }}
      />
      <ChoiceGroup
        label={t("Scope")}
        value={scope}
        onChange={(value) => isScope(value) && setScope(value)}
        className="grid-cols-1"
      >
        {SCOPES_FROM_ALL.map((value) => (
          <Choice key={value} value={value} label={scopeName(value)}>
            <span className="font-sans text-xs">{scopeMeaning(value)}</span>
          </Choice>
        ))}
      </ChoiceGroup>
      <ChoiceGroup label={t("Expires")} value={lifetime} onChange={setLifetime} className="grid-cols-2 sm:grid-cols-4">
        {KEY_LIFETIMES.map(({ value, label }) => (
          <Choice key={value} value={value} label={t(label)} />
        ))}
      </ChoiceGroup>
      <FormActions onCancel={onClose} isBusy={create.isPending}>
        {t("Create")}
      </FormActions>
    </form>
  );
}
