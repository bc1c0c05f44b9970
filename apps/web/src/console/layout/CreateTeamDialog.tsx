import { TEAM_NAME_MAX_CHARS } from "@terrarium/contract/limits";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { useCreateTeam } from "../../api/organizations.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog, DialogActions } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.ts";
import type { MenuDialogProps } from "./menu-dialog-props.ts";

export function CreateTeamDialog({ isOpen, onClose, returnFocusTo }: MenuDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} returnFocusTo={returnFocusTo} title="Create New Team">
      <CreateTeamForm onClose={onClose} />
    </Dialog>
  );
}

/** Lives as long as the dialog is open, so that it begins empty every time. */
function CreateTeamForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const createTeam = useCreateTeam();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    createTeam.mutate(name.trim(), {
      onSuccess: () => {
        toast.success("团队创建成功");
        onClose();
      },
      onError: (error) => {
        console.error("The team could not be created", error);
        toast.error("创建团队失败", { description: messageOf(error) });
      },
    });
  };
  return (
    <form onSubmit={submit} className="mt-4">
      <Field
        label="Team Name"
        value={name}
        maxLength={TEAM_NAME_MAX_CHARS}
        onChange={(event) => setName(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={name.trim() === ""} isBusy={createTeam.isPending}>
          Create
        </Button>
      </DialogActions>
    </form>
  );
}
