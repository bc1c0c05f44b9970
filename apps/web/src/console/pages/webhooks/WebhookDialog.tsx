import { type Webhook, WEBHOOK_EVENTS, type WebhookEventType } from "@terrarium/contract/webhooks";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { useWebhookChanges } from "../../../api/webhooks.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog, FormActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure, reportIfLeft } from "../../parts/report-failure.ts";
import { EVENT_MEANINGS } from "./webhook-words.ts";

export interface WebhookDialogProps {
  isOpen: boolean;
  /** The webhook to edit. Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  /** Receives the new signing secret, to show it once. */
  onSecret: (secret: string) => void;
}

export function WebhookDialog({ isOpen, webhook, onClose, onSecret }: WebhookDialogProps) {
  const changes = useWebhookChanges(useTeam().id);
  const used = [changes.create, changes.update, changes.rotate];
  // A secret that arrives later is still shown.
  const close = () => {
    for (const { leave } of used) leave();
    onClose();
  };
  const show = (secret: string) => {
    for (const { reset } of used) reset();
    onSecret(secret);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={webhook === undefined ? t("New Webhook") : t("Edit Webhook")}
      description={t("Events are sent as JSON, signed using Standard Webhooks.")}
      className="max-w-lg!"
    >
      <WebhookForm webhook={webhook} changes={changes} onClose={close} onSecret={show} />
    </Dialog>
  );
}

interface WebhookFormProps extends Omit<WebhookDialogProps, "isOpen"> {
  changes: ReturnType<typeof useWebhookChanges>;
}

/** Mounted only while the dialog is open, so that it starts with the saved values every time. */
function WebhookForm({ webhook, changes: { create, update, rotate }, onClose, onSecret }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [events, setEvents] = useState<readonly WebhookEventType[]>(webhook?.events ?? WEBHOOK_EVENTS);
  const [isEnabled, setIsEnabled] = useState(webhook?.enabled ?? true);
  const failed = create.error ?? update.error;
  const content = { url: url.trim(), events: [...events] };
  // Send only changed fields: another member or the server may have changed the others meanwhile.
  const changed = {
    ...(content.url !== webhook?.url && { url: content.url }),
    ...(content.events.join() !== webhook?.events.join() && { events: content.events }),
    ...(isEnabled !== webhook?.enabled && { enabled: isEnabled }),
  };
  const isChanged = Object.keys(changed).length > 0;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onError = reportIfLeft("The webhook could not be saved");
    if (webhook === undefined) create.mutate(content, { onSuccess: ({ secret }) => onSecret(secret), onError });
    else
      update.mutate(
        { webhookId: webhook.id, ...changed },
        {
          onSuccess: () => toast.success(t("Webhook saved")),
          close: onClose,
          onError,
        },
      );
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-4" noValidate>
      <Field
        label={t("Address")}
        type="url"
        placeholder="https://example.com/hooks"
        value={url}
        error={failed === null ? undefined : messageOf(failed)}
        onChange={(event) => setUrl(event.target.value)}
        className="-mb-2"
      />
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{t("Events")}</legend>
        <ul className="grid gap-1.5">
          {WEBHOOK_EVENTS.map((name) => (
            <li key={name} className="flex items-start gap-2.5 text-sm">
              <Checkbox
                className="mt-0.5"
                label={name}
                checked={events.includes(name)}
                onChange={({ target }) =>
                  setEvents(WEBHOOK_EVENTS.filter((each) => (each === name ? target.checked : events.includes(each))))
                }
              />
              <code className="shrink-0 font-mono sm:w-32 text-xs/5">{name}</code>
              <span className="text-mute">{t(EVENT_MEANINGS[name])}</span>
            </li>
          ))}
        </ul>
      </fieldset>
      {webhook !== undefined && (
        <>
          <div className="flex items-center gap-2.5 text-sm">
            <Switch label={t("Enabled")} isOn={isEnabled} onChange={setIsEnabled} />
            {t("Enabled")}
          </div>
          <div className="flex flex-wrap items-center gap-2.5 text-sm text-mute">
            {/* Disabled with unsaved changes, because the secret replaces the form. */}
            <Button
              disabled={isChanged}
              isBusy={rotate.isPending}
              onClick={() =>
                rotate.mutate(webhook.id, {
                  onSuccess: ({ secret }) => onSecret(secret),
                  onError: reportFailure("Failed to rotate the secret"),
                })
              }
            >
              {t("Rotate secret")}
            </Button>
            {isChanged ? t("Save your changes first.") : t("Both secrets stay valid for 24 hours.")}
          </div>
        </>
      )}
      <FormActions
        onCancel={onClose}
        disabled={url.trim() === "" || events.length === 0}
        isBusy={create.isPending || update.isPending}
      >
        {webhook === undefined ? t("Create") : t("Save")}
      </FormActions>
    </form>
  );
}
