import type { ApiKey } from "@terrarium/contract/api-key";
import { RefreshCw } from "lucide-react";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useRotateApiKey } from "../../../api/api-keys.ts";
import { t } from "../../../language/text.ts";
import { serverNow } from "../../../session/server-clock.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice, ChoiceGroup } from "../../../ui/Choice.tsx";
import { Dialog, DialogActions, FormActions } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { formatFull } from "../../parts/format.ts";
import { reportKeyError } from "./key-errors.ts";
import { AT_ONCE, GRACE_PERIODS, scopeMeaning, scopeName } from "./key-words.ts";

export interface KeyDetailsDialogProps {
  /** The key to show. Undefined while the dialog is closed. */
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

/** Shows a key's scope, expiry and last use, and rotates its secret. */
export function KeyDetailsDialog({ apiKey, onClose }: KeyDetailsDialogProps) {
  return (
    <Dialog isOpen={apiKey !== undefined} onClose={onClose} title={apiKey?.name ?? ""} className="max-w-lg!">
      {apiKey && <KeyDetails apiKey={apiKey} onClose={onClose} />}
    </Dialog>
  );
}

function KeyDetails({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [isRotating, setIsRotating] = useState(false);
  const rows: [string, ReactNode][] = [
    [
      t("Scope"),
      <>
        {scopeName(apiKey.scope)}
        <span className="block text-xs text-mute">{scopeMeaning(apiKey.scope)}</span>
      </>,
    ],
    [t("Expires"), apiKey.expiresAt === null ? t("Never") : <Expiry at={apiKey.expiresAt} />],
    [t("Last used"), apiKey.lastUsedAt === null ? t("Never") : formatFull(apiKey.lastUsedAt)],
    [t("Created At"), formatFull(apiKey.createdAt)],
    [t("Secret last rotated"), formatFull(apiKey.updatedAt)],
    ...(apiKey.oldSecretUntil === null
      ? []
      : [[t("Old secret valid until"), formatFull(apiKey.oldSecretUntil)] satisfies [string, string]]),
  ];
  return (
    <>
      <dl className="mt-4 grid grid-cols-[minmax(104px,auto)_1fr] rounded-[10px] border border-line text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line last:border-0">
            <dt className="px-3.5 py-2.5 text-mute">{name}</dt>
            <dd className="min-w-0 px-3.5 py-2.5 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {isRotating ? (
        <RotateForm apiKey={apiKey} onDone={() => setIsRotating(false)} />
      ) : (
        <DialogActions>
          <Button onClick={() => setIsRotating(true)}>
            <RefreshCw className="size-3.5 text-mute" aria-hidden="true" />
            {t("Rotate secret")}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t("Close")}
          </Button>
        </DialogActions>
      )}
    </>
  );
}

function Expiry({ at }: { at: string }) {
  const [isOver] = useState(() => Date.parse(at) <= serverNow());
  return (
    <span className={isOver ? "text-bad" : ""}>
      {isOver ? t("Expired at {time}", { time: formatFull(at) }) : formatFull(at)}
    </span>
  );
}

function RotateForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const team = useTeam();
  const rotation = useRotateApiKey(team.id);
  const [oldSecretFor, setOldSecretFor] = useState<string>(AT_ONCE);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    rotation.mutate(
      { apiKeyId: apiKey.id, oldSecretFor },
      {
        onSuccess: () => toast.success(t("API Key rotated")),
        close: onDone,
        onError: reportKeyError.rotate,
      },
    );
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-2">
      <ChoiceGroup
        label={t("Old secret expires")}
        value={oldSecretFor}
        onChange={setOldSecretFor}
        className="grid-cols-2 sm:grid-cols-4"
      >
        {GRACE_PERIODS.map(({ value, label }) => (
          <Choice key={value} value={value} label={t(label)} />
        ))}
      </ChoiceGroup>
      <p className="text-xs text-mute">
        {t("The key keeps its name, scope and expiry. Programs need the new secret once the old one expires.")}
      </p>
      <FormActions onCancel={onDone} kind={oldSecretFor === AT_ONCE ? "danger" : "primary"} isBusy={rotation.isPending}>
        {t("Create new secret")}
      </FormActions>
    </form>
  );
}
