import type { Sandbox } from "@terrarium/contract/sandbox";
import { messageOf } from "../../../api/api-error.ts";
import { type DeletionFailure, useDeleteSandboxes } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { reportFailure } from "../../parts/report-failure.ts";

export interface DeleteSandboxesDialogProps {
  /** The sandboxes to delete. Empty while the dialog is closed. */
  sandboxes: readonly Sandbox[];
  onClose: () => void;
  /** Receives the ids of the deleted sandboxes. */
  onDeleted: (sandboxIds: readonly string[]) => void;
}

/** Asks once for all sandboxes. Names those that could not be deleted; another attempt retries only these. */
export function DeleteSandboxesDialog({ sandboxes, onClose, onDeleted }: DeleteSandboxesDialogProps) {
  const team = useSession((session) => session.team);
  const deletion = useDeleteSandboxes(team?.id ?? "");
  const failures = deletion.data ?? [];
  const close = () => {
    deletion.leave();
    onClose();
  };
  const confirm = () => {
    if (team === null) {
      console.error("No team ID found");
      return;
    }
    const left = failures.length > 0 ? failures.map(({ sandboxId }) => sandboxId) : sandboxes.map(({ id }) => id);
    deletion.mutate(left, {
      onSuccess: (failed, isShown) => {
        for (const { sandboxId, error } of failed) console.error(`Sandbox ${sandboxId} could not be deleted`, error);
        if (!isShown) {
          if (failed[0] !== undefined) reportFailure("Some sandboxes could not be deleted")(failed[0].error);
          return;
        }
        const failedIds = new Set(failed.map(({ sandboxId }) => sandboxId));
        onDeleted(left.filter((id) => !failedIds.has(id)));
        if (failed.length === 0) close();
      },
    });
  };
  return (
    <ConfirmDialog
      isOpen={sandboxes.length > 0}
      onClose={close}
      onConfirm={confirm}
      title={t("Confirm Delete")}
      description={
        sandboxes.length > 1
          ? t("Are you sure you want to delete these {count} sandboxes? This action cannot be undone.", {
              count: sandboxes.length,
            })
          : t("Are you sure you want to delete this sandbox? This action cannot be undone.")
      }
      subject={sandboxes.length === 1 ? sandboxes.map(subjectOf).join() : undefined}
      confirmLabel={t("Delete")}
      isBusy={deletion.isPending}
      error={failures.length === 0 ? undefined : <Failures failures={failures} of={sandboxes.length} />}
    />
  );
}

const subjectOf = ({ id, name }: Sandbox): string => (name === null ? id : `${name} (${id})`);

function Failures({ failures, of }: { failures: readonly DeletionFailure[]; of: number }) {
  if (of === 1) return messageOf(failures[0]?.error);
  return (
    <>
      <p>{t("{count} of {total} could not be deleted:", { count: failures.length, total: of })}</p>
      <ul className="mt-1.5 grid max-h-48 gap-1 overflow-y-auto">
        {failures.map(({ sandboxId, error }) => (
          <li key={sandboxId}>
            <span className="block truncate font-mono text-xs">{sandboxId}</span>
            {messageOf(error)}
          </li>
        ))}
      </ul>
    </>
  );
}
