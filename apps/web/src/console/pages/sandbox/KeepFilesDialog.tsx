import { snapshotNameProblem } from "@terrarium/contract/form-rules";
import { SNAPSHOTS } from "@terrarium/contract/limits";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { type SubmitEvent, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../api/api-error.ts";
import { useSwitchSandbox } from "../../../api/sandboxes.ts";
import { useKeepFiles, useKeepingNow } from "../../../api/snapshots.ts";
import { translate } from "../../../language/language.ts";
import { rich, t } from "../../../language/text.ts";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { formatBytes } from "../../../viewer/parts/format-bytes.ts";
import { reportIfLeft } from "../../parts/report-failure.ts";

export interface KeepFilesDialogProps {
  /** A Linux, browser or desktop sandbox. */
  sandbox: SandboxDetails;
  isOpen: boolean;
  onClose: () => void;
}

type Keeping = ReturnType<typeof useKeepFiles>;

/**
 * Saves a sandbox's home directory as a snapshot. If the user leaves the dialog or the page meanwhile, a toast reports
 * the result.
 */
export function KeepFilesDialog({ sandbox, isOpen, onClose }: KeepFilesDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("Save snapshot")}
      description={t("Saves this sandbox's home directory for the team. New sandboxes can start from it.")}
    >
      <Content sandbox={sandbox} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open. The sandbox itself reads the files, so it must be running. */
function Content({ sandbox, onClose }: Omit<KeepFilesDialogProps, "isOpen">) {
  const keeping = useKeepFiles(sandbox.organizationId, sandbox.id);
  const keepingNow = useKeepingNow(sandbox.id);
  if (keeping.data !== undefined) return <KeptFiles snapshot={keeping.data} onClose={onClose} />;
  const isReadable = sandbox.status === "Running" || keepingNow !== undefined;
  return isReadable ? (
    <KeepForm keeping={keeping} keepingNow={keepingNow} onClose={onClose} />
  ) : (
    <StartFirst sandbox={sandbox} onClose={onClose} />
  );
}

interface KeepFormProps {
  keeping: Keeping;
  /** Name of the snapshot being saved, possibly since the dialog was open earlier. */
  keepingNow: string | undefined;
  onClose: () => void;
}

function KeepForm({ keeping, keepingNow, onClose }: KeepFormProps) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const isKeeping = keepingNow !== undefined;
  const problemOf = (value: string) => {
    const found = snapshotNameProblem(value);
    return found === undefined ? undefined : translate(found);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemOf(name);
    setProblem(found);
    if (found !== undefined) return;
    keeping.mutate(name, {
      onSuccess: (_, isMounted) => !isMounted && toast.success(t("Saved snapshot {name}", { name })),
      onError: reportIfLeft("The snapshot could not be saved"),
    });
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3" noValidate>
      <Field
        label={t("Name")}
        value={keepingNow ?? name}
        readOnly={isKeeping}
        error={problem}
        hint={t("Letters, digits, dots, underscores and hyphens")}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(problemOf(event.target.value));
          if (keeping.isError) keeping.reset();
        }}
      />
      {isKeeping && (
        <output className="block rounded-md bg-raised px-3 py-2 text-sm text-mute">
          {t("Saving files (up to {seconds} s). The sandbox keeps running, and you can close this dialog.", {
            seconds: SNAPSHOTS.timeoutMs / 1_000,
          })}
        </output>
      )}
      {keeping.isError && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {messageOf(keeping.error)}
        </p>
      )}
      <DialogActions>
        {/* Saving continues after the dialog closes. */}
        <Button onClick={onClose}>{isKeeping ? t("Close") : t("Cancel")}</Button>
        <Button type="submit" kind="primary" isBusy={isKeeping}>
          {isKeeping ? t("Saving...") : t("Save snapshot")}
        </Button>
      </DialogActions>
    </form>
  );
}

function StartFirst({ sandbox, onClose }: Omit<KeepFilesDialogProps, "isOpen">) {
  const start = useSwitchSandbox();
  const isStarting = start.isPending || sandbox.status === "Starting";
  const begin = () =>
    start.mutate({ boxId: sandbox.id, to: "running" }, { onError: reportIfLeft("The sandbox could not be started") });
  return (
    <div className="mt-4">
      <p className="text-sm">{t("This sandbox is stopped. Start it to save its files.")}</p>
      {start.isError && (
        <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {messageOf(start.error)}
        </p>
      )}
      <DialogActions isBusy={isStarting}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind="primary" isBusy={isStarting} onClick={begin}>
          {t("Start")}
        </Button>
      </DialogActions>
    </div>
  );
}

function KeptFiles({ snapshot, onClose }: { snapshot: NonNullable<Keeping["data"]>; onClose: () => void }) {
  return (
    <div className="mt-4">
      <output className="block rounded-md bg-accent-soft px-3 py-2 text-sm">
        {rich("Saved as {name}, {size}. Find it under Templates, Snapshots, or in New Sandbox under Start from.", {
          name: <b className="font-mono text-xs font-medium">{snapshot.name}</b>,
          size: formatBytes(snapshot.sizeBytes),
        })}
      </output>
      <DialogActions>
        <Link to="/snapshots" className={buttonClass()}>
          {t("Snapshots")}
        </Link>
        <Button kind="primary" onClick={onClose}>
          {t("Close")}
        </Button>
      </DialogActions>
    </div>
  );
}
