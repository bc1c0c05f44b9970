import { X } from "lucide-react";
import type { MouseEvent } from "react";
import { t } from "../language/text.ts";
import { Button } from "./Button.tsx";
import type { FilterEntry } from "./FilterMenu.tsx";

export interface FilterChipsProps {
  /** The active filters. */
  filters: readonly FilterEntry[];
  /** Receives the key of the filter to clear. */
  onRemove: (key: string) => void;
  onClear: () => void;
}

/** A removable chip for each active filter. Shows nothing without filters. */
export function FilterChips({ filters, onRemove, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null;
  const remove = (key: string) => (event: MouseEvent<HTMLButtonElement>) => {
    const item = event.currentTarget.closest("li");
    // The focused chip disappears, so its neighbor gets the focus.
    (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector("button")?.focus();
    onRemove(key);
  };
  return (
    <ul aria-label={t("Active filters")} className="-mt-1 flex flex-wrap items-center gap-1.5">
      {filters.map(({ key, label }) => (
        <li key={key} className="min-w-0">
          <button
            type="button"
            aria-label={t("Remove the filter {filter}", { filter: label() })}
            onClick={remove(key)}
            className="flex h-7 max-w-full items-center gap-1.5 rounded-full border border-line2 bg-panel pr-2 pl-3 text-xs transition-colors hover:border-faint hover:bg-raised"
          >
            <bdi className="truncate">{label()}</bdi>
            <X className="size-3.5 shrink-0 text-mute" aria-hidden="true" />
          </button>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <Button kind="quiet" className="h-7! px-2! text-xs!" onClick={onClear}>
            {t("Clear all filters")}
          </Button>
        </li>
      )}
    </ul>
  );
}
