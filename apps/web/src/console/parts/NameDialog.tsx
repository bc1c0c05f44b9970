import { type RefObject, type SubmitEvent, useState } from "react";
import { type Label, t } from "../../language/text.ts";
import { Dialog, FormActions } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";

export interface NameDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo?: RefObject<HTMLElement | null>;
  title: string;
  description?: string;
  initialName?: string | undefined;
  maxChars: number;
  /** Returns the problem of a name, or undefined if it is valid. */
  problemOf: (name: string) => Label | undefined;
  onName: (name: string) => void;
}

/** Asks for the name of something that the user saves. */
export function NameDialog({ initialName, maxChars, problemOf, onName, ...dialog }: NameDialogProps) {
  return (
    <Dialog {...dialog}>
      <NameForm
        initialName={initialName}
        maxChars={maxChars}
        problemOf={problemOf}
        onName={onName}
        onClose={dialog.onClose}
      />
    </Dialog>
  );
}

type NameFormProps = Pick<NameDialogProps, "initialName" | "maxChars" | "problemOf" | "onName" | "onClose">;

/** Mounted only while the dialog is open. */
function NameForm({ initialName = "", maxChars, problemOf, onName, onClose }: NameFormProps) {
  const [name, setName] = useState(initialName);
  const [isTried, setIsTried] = useState(false);
  const problem = problemOf(name);
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
        maxLength={maxChars}
        error={isTried && problem !== undefined ? t(problem) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <FormActions onCancel={onClose}>{t("Save")}</FormActions>
    </form>
  );
}
