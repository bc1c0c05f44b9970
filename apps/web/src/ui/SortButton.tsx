import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";

/** The sort order of a column, as in `aria-sort`. */
export type SortOrder = "ascending" | "descending" | "none";

/** The title of a sortable column. */
export function SortButton({ title, order, onClick }: { title: string; order: SortOrder; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="group/sort -mx-1 inline-flex items-center gap-1 rounded px-1 label-caps transition-colors hover:text-text"
    >
      {title}
      {order === "ascending" && <ArrowUp className="size-3 text-accent" aria-hidden="true" />}
      {order === "descending" && <ArrowDown className="size-3 text-accent" aria-hidden="true" />}
      {order === "none" && (
        <ArrowUpDown
          className="size-3 opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100"
          aria-hidden="true"
        />
      )}
    </button>
  );
}
