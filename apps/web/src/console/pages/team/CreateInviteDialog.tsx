import { INVITE_EXPIRY_DAYS } from "@terrarium/contract/limits";
import { type SubmitEvent, useState } from "react";
import { useCreateInvite } from "../../../api/invites.ts";
import { t } from "../../../language/text.ts";
import { serverNow } from "../../../session/server-clock.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { inviteAddress } from "../../parts/links.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { inviteExpiry, isInviteDays } from "./team-rules.ts";

const { min, max } = INVITE_EXPIRY_DAYS;

export function CreateInviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("Create Invite Link")}
      description={t("The link can be used any number of times until it expires or is deleted.")}
    >
      <CreateInviteForm onClose={onClose} />
    </Dialog>
  );
}

/** Copies a new link if the browser allows it, and shows it. */
async function announce(address: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(address).then(
    () => true,
    () => false,
  );
  const description = isCopied ? t("Invite link copied to clipboard") : address;
  toast.success(t("Invite link created successfully"), { description });
}

/** Mounted only while the dialog is open, so that it starts with the default every time. */
function CreateInviteForm({ onClose }: { onClose: () => void }) {
  const team = useTeam();
  const create = useCreateInvite(team.id);
  const [days, setDays] = useState(String(INVITE_EXPIRY_DAYS.default));
  const isValid = isInviteDays(Number(days));
  const hint = t("{min} to {max} days", { min, max });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isValid) return;
    create.mutate(inviteExpiry(Number(days), serverNow()), {
      onSuccess: ({ inviteCode }) => void announce(inviteAddress(inviteCode)),
      close: onClose,
      onError: reportFailure("Failed to create invite link"),
    });
  };
  return (
    <form onSubmit={submit} className="mt-4" noValidate>
      <Field
        label={t("Expires in (days)")}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={days}
        error={isValid ? undefined : hint}
        hint={hint}
        onChange={(event) => setDays(event.target.value)}
      />
      <FormActions onCancel={onClose} disabled={!isValid} isBusy={create.isPending}>
        {t("Create")}
      </FormActions>
    </form>
  );
}
