import { SANDBOX_NAME_MAX_CHARS } from "@terrarium/contract/limits";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { useRenameSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { reportIfLeft } from "../../parts/report-failure.ts";

export interface RenameDialogProps {
  sandbox: SandboxDetails;
  isOpen: boolean;
  onClose: () => void;
}

export function RenameDialog({ sandbox, isOpen, onClose }: RenameDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Rename the sandbox")}>
      <RenameForm sandbox={sandbox} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it starts with the current name. */
function RenameForm({ sandbox, onClose }: Pick<RenameDialogProps, "sandbox" | "onClose">) {
  const [name, setName] = useState(sandbox.name ?? "");
  const rename = useRenameSandbox(sandbox.organizationId, sandbox.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    rename.mutate(name.trim(), {
      close: onClose,
      onError: reportIfLeft("The sandbox could not be renamed"),
    });
  };
  return (
    <form onSubmit={submit} className="mt-4">
      <Field
        label={t("Name")}
        value={name}
        maxLength={SANDBOX_NAME_MAX_CHARS}
        hint={t("Leave blank to use the ID.")}
        error={rename.isError ? messageOf(rename.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <FormActions onCancel={onClose} isBusy={rename.isPending}>
        {t("Save")}
      </FormActions>
    </form>
  );
}
