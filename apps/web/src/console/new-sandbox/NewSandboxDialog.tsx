import { SANDBOX_NAME_MAX_CHARS } from "@terrarium/contract/limits";
import { boxTypeOf, kindOf } from "@terrarium/contract/sandbox-kind";
import type { Snapshot } from "@terrarium/contract/snapshots";
import { type RefObject, type SubmitEvent, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { useSnapshots } from "../../api/snapshots.ts";
import { useTemplates } from "../../api/templates.ts";
import { t } from "../../language/text.ts";
import { useTeam } from "../../session/use-team.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice, ChoiceGroup } from "../../ui/Choice.tsx";
import { Dialog, DialogActions } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { BeginWith } from "./BeginWith.tsx";
import { Equivalents } from "./Equivalents.tsx";
import { DEFAULT_LIFETIME, LIFETIMES } from "./lifetimes.ts";
import { MetadataFields } from "./MetadataFields.tsx";
import { firstTemplate, type MetadataEntry, parseMetadata, takes } from "./new-sandbox.ts";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { useStartSandbox } from "./use-start-sandbox.ts";

export interface NewSandboxDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Template chosen initially. Default: the first template. */
  templateId?: string | undefined;
  /** Snapshot chosen initially, together with a template that supports it. */
  snapshot?: Snapshot | undefined;
  returnFocusTo?: RefObject<HTMLElement | null>;
}

export function NewSandboxDialog({ isOpen, onClose, templateId, snapshot, returnFocusTo }: NewSandboxDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      {...(returnFocusTo === undefined ? {} : { returnFocusTo })}
      className="max-w-lg!"
      title={t("New Sandbox")}
      description={t("A fresh device for this team. Shuts down automatically when its lifetime ends.")}
    >
      <NewSandboxForm onClose={onClose} templateId={templateId} snapshot={snapshot} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that it starts empty every time. */
function NewSandboxForm({ onClose, snapshot, ...initial }: Omit<NewSandboxDialogProps, "isOpen" | "returnFocusTo">) {
  const team = useTeam();
  const templates = useTemplates();
  const { start, isPending, error } = useStartSandbox(team.id);
  const [name, setName] = useState("");
  const [templateId, setTemplateId] = useState(initial.templateId);
  const [snapshotName, setSnapshotName] = useState(snapshot?.name);
  const [lifetime, setLifetime] = useState<string>(DEFAULT_LIFETIME);
  const [entries, setEntries] = useState<readonly MetadataEntry[]>([]);
  const [refused, setRefused] = useState<string>();
  const snapshots = useSnapshots(team.id);
  const chosen = templateId ?? firstTemplate(templates.data ?? [], snapshot)?.id;
  const template = templates.data?.find(({ id }) => id === chosen);
  const hasHome = template !== undefined && boxTypeOf({ kind: kindOf(template) }) === "linux";
  const parsed = parseMetadata(entries);
  const config = chosen !== undefined && {
    ...(name.trim() !== "" && { name: name.trim() }),
    templateId: chosen,
    ...(hasHome && snapshotName !== undefined && { snapshotName }),
    expiresIn: lifetime,
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(parsed.isValid ? undefined : parsed.problem);
    if (parsed.isValid && config !== false) start({ ...config, labels: parsed.metadata }, onClose);
  };
  const problem = refused ?? (error === null ? undefined : messageOf(error));

  return (
    <form onSubmit={submit} className="mt-5 grid gap-5">
      <ChoiceGroup label={t("Template")} value={chosen} onChange={setTemplateId} className="grid-cols-2 sm:grid-cols-3">
        {templates.isPending && [0, 1, 2].map((index) => <Skeleton key={index} className="h-21.5 rounded-lg" />)}
        {templates.data?.map((each) => (
          <TemplateChoice key={each.id} template={each} />
        ))}
      </ChoiceGroup>
      {templates.isError && <p className="text-sm text-bad">{t("Failed to fetch templates")}</p>}
      {hasHome && (
        <BeginWith
          snapshots={snapshots.data?.filter((each) => takes(template, each))}
          error={snapshots.error}
          chosen={snapshotName}
          onChange={setSnapshotName}
        />
      )}
      <ChoiceGroup label={t("Lifetime")} value={lifetime} onChange={setLifetime} className="grid-cols-4">
        {LIFETIMES.map(({ value, label }) => (
          <Choice key={value} value={value} label={t(label)} />
        ))}
      </ChoiceGroup>
      <Field
        label={t("Name")}
        isOptional
        value={name}
        maxLength={SANDBOX_NAME_MAX_CHARS}
        onChange={(event) => setName(event.target.value)}
        className="-mb-5"
      />
      <MetadataFields entries={entries} onChange={setEntries} />
      {config !== false && <Equivalents config={{ ...config, labels: parsed.isValid ? parsed.metadata : {} }} />}
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {problem}
        </p>
      )}
      <DialogActions isBusy={isPending}>
        {/* The creation continues after the dialog closes. */}
        <Button onClick={onClose}>{isPending ? t("Close") : t("Cancel")}</Button>
        <Button type="submit" kind="primary" disabled={chosen === undefined} isBusy={isPending}>
          {isPending ? t("Starting...") : t("Create")}
        </Button>
      </DialogActions>
    </form>
  );
}
