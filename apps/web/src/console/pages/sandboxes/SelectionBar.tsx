import type { Sandbox } from "@terrarium/contract/sandbox";
import { Trash2, X } from "lucide-react";
import { useExtendSandbox, useSwitchSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { reportFailure } from "../../parts/report-failure.ts";

export interface SelectionBarProps {
  sandboxes: readonly Sandbox[];
  /** Label of the delete button. */
  deleteLabel: string;
  onDelete: () => void;
  onClear: () => void;
}

/** Actions for the selected rows. Floats over the page's end so that nothing moves when it appears. */
export function SelectionBar({ sandboxes, deleteLabel, onDelete, onClear }: SelectionBarProps) {
  const running = sandboxes.filter(({ status }) => status === "Running");
  const change = useSwitchSandbox();
  const extension = useExtendSandbox(useTeam().id);
  const stopAll = () => {
    const onError = reportFailure("The sandbox could not be stopped");
    for (const { id: boxId } of running) change.mutate({ boxId, to: "stopped" }, { onError });
  };
  const extendAll = () => {
    const onError = reportFailure("The sandbox could not be extended");
    for (const sandbox of running) extension.mutate(sandbox, { onError });
  };
  return (
    <section
      aria-label={t("Selection")}
      className="sticky bottom-4 z-20 mt-auto flex max-w-full flex-wrap justify-center animate-[rise_120ms_var(--ease-out)] items-center gap-2 self-center rounded-[10px] border border-line2 bg-panel p-1.5 pl-3.5 shadow-overlay"
    >
      <p aria-live="polite" className="mr-3 text-sm whitespace-nowrap tabular-nums max-sm:mr-1">
        {t("{count} selected", { count: sandboxes.length })}
      </p>
      {running.length > 0 && (
        <>
          <Button onClick={extendAll} isBusy={extension.isPending}>
            {t("Extend")}
          </Button>
          <Button onClick={stopAll} isBusy={change.isPending}>
            {t("Stop")}
          </Button>
        </>
      )}
      <Button kind="danger" onClick={onDelete}>
        <Trash2 className="size-4" aria-hidden="true" />
        <span className="max-w-60 truncate max-sm:max-w-36">{deleteLabel}</span>
      </Button>
      <IconButton label={t("Clear the selection")} onClick={onClear}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </section>
  );
}
