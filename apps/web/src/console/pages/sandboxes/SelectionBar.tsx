import { Trash2, X } from "lucide-react";
import { t } from "../../../language/text.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";

export interface SelectionBarProps {
  count: number;
  /** Label of the delete button. */
  deleteLabel: string;
  onDelete: () => void;
  onClear: () => void;
}

/** Actions for the selected rows. Floats over the page's end so that nothing moves when it appears. */
export function SelectionBar({ count, deleteLabel, onDelete, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label={t("Selection")}
      className="sticky bottom-4 z-20 mt-auto flex max-w-full animate-[rise_120ms_var(--ease-out)] items-center gap-2 self-center rounded-[10px] border border-line2 bg-panel p-1.5 pl-3.5 shadow-overlay"
    >
      <p aria-live="polite" className="mr-3 text-sm whitespace-nowrap tabular-nums max-sm:mr-1">
        {t("{count} selected", { count })}
      </p>
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
