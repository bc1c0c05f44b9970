import { TEAM_NAME_MAX_CHARS } from "@terrarium/contract/limits";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { useCreateTeam } from "../../api/organizations.ts";
import { t } from "../../language/text.ts";
import { Dialog, FormActions } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.ts";
import type { MenuDialogProps } from "./menu-dialog-props.ts";

export interface CreateTeamDialogProps extends MenuDialogProps {
  /** Runs once the new team exists and is current. */
  onCreated: () => void;
}

export function CreateTeamDialog({ isOpen, onClose, onCreated, returnFocusTo }: CreateTeamDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} returnFocusTo={returnFocusTo} title={t("Create New Team")}>
      <CreateTeamForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it starts empty every time. */
function CreateTeamForm({ onClose, onCreated }: Pick<CreateTeamDialogProps, "onClose" | "onCreated">) {
  const [name, setName] = useState("");
  const createTeam = useCreateTeam();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    createTeam.mutate(name.trim(), {
      onSuccess: () => toast.success(t("团队创建成功")),
      close: () => {
        onClose();
        onCreated();
      },
      onError: (error) => {
        console.error("The team could not be created", error);
        toast.error(t("创建团队失败"), { description: messageOf(error) });
      },
    });
  };
  return (
    <form onSubmit={submit} className="mt-4">
      <Field
        label={t("Team Name")}
        value={name}
        maxLength={TEAM_NAME_MAX_CHARS}
        onChange={(event) => setName(event.target.value)}
      />
      <FormActions onCancel={onClose} disabled={name.trim() === ""} isBusy={createTeam.isPending}>
        {t("Create")}
      </FormActions>
    </form>
  );
}
