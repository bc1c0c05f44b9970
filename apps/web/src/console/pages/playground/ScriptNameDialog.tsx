import { type RefObject, type SubmitEvent, useState } from "react";
import { t } from "../../../language/text.ts";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SCRIPT_NAME_MAX_CHARS, type Script, scriptNameProblem } from "./scripts.ts";

export interface ScriptNameDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo?: RefObject<HTMLElement | null>;
  title: string;
  description?: string;
  initialName?: string | undefined;
  /** Scripts with names already in use. */
  others: readonly Script[];
  onName: (name: string) => void;
}

/** Asks for the name of a script. */
export function ScriptNameDialog({ initialName, others, onName, ...dialog }: ScriptNameDialogProps) {
  return (
    <Dialog {...dialog}>
      <NameForm initialName={initialName} others={others} onName={onName} onClose={dialog.onClose} />
    </Dialog>
  );
}

type NameFormProps = Pick<ScriptNameDialogProps, "initialName" | "others" | "onName" | "onClose">;

/** Mounted only while the dialog is open. */
function NameForm({ initialName = "", others, onName, onClose }: NameFormProps) {
  const [name, setName] = useState(initialName);
  const [isTried, setIsTried] = useState(false);
  const problem = scriptNameProblem(name, others);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem !== undefined) return;
    onName(name);
    onClose();
  };
  return (
    <form onSubmit={submit} className="mt-4" noValidate>
      <Field
        label={t("Name")}
        value={name}
        maxLength={SCRIPT_NAME_MAX_CHARS}
        error={isTried && problem !== undefined ? t(problem) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <FormActions onCancel={onClose}>{t("Save")}</FormActions>
    </form>
  );
}
