import { type SubmitEvent, useState } from "react";
import { queryClient } from "../../../api/query-client.ts";
import { useDeleteAccount, useDeletionEffects } from "../../../api/user.ts";
import { t } from "../../../language/text.ts";
import { forgetSession, useSession } from "../../../session/store.ts";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { removeSavedViews } from "../../parts/saved-views.ts";
import { removeScripts } from "../playground/scripts.ts";
import { TeamsAfterDeletion } from "./TeamsAfterDeletion.tsx";

export function DeleteAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      className="max-w-lg!"
      title={t("Confirm Account Deletion?")}
      description={t("This action permanently deletes your account and all associated data. It cannot be undone.")}
    >
      <DeleteAccountForm onClose={onClose} />
    </Dialog>
  );
}

/** Lists the consequences for the user's teams, and asks for the user's name. */
function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const name = useSession((session) => session.user?.name) ?? "";
  const effects = useDeletionEffects();
  const deletion = useDeleteAccount();
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim() === name.trim() && effects.data !== undefined;
  // Awaited here, because the server revokes the sessions first: this page may unmount before the account is deleted.
  const confirm = async () => {
    const { token, user } = useSession.getState();
    try {
      await deletion.mutateAsync();
    } catch (error) {
      reportFailure("Failed to delete account, please try again later")(error);
      return;
    }
    toast.success(t("Account successfully deleted"));
    if (user !== null) {
      removeScripts(user.id);
      removeSavedViews(user.id);
    }
    const { token: current } = useSession.getState();
    // Another user has signed in.
    if (current !== null && current !== token) return;
    forgetSession("logout");
    queryClient.clear();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isConfirmed) void confirm();
  };
  return (
    <form onSubmit={submit} className="mt-4 grid grid-cols-1 gap-4">
      <TeamsAfterDeletion effects={effects} />
      <Field
        label={t('Type your name "{name}" to confirm', { name })}
        value={typed}
        error={typed === "" || typed.trim() === name.trim() ? undefined : t("Name does not match")}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormActions onCancel={onClose} kind="danger" disabled={!isConfirmed} isBusy={deletion.isPending}>
        {t("Delete Account")}
      </FormActions>
    </form>
  );
}
