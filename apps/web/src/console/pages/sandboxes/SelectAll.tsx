import { t } from "../../../language/text.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import type { ListingProps } from "./listing-props.ts";

type SelectAllProps = Pick<ListingProps, "sandboxes" | "selection" | "onSelect"> & { className: string };

/** Selects all sandboxes of the page, or none. */
export function SelectAll({ sandboxes, selection, onSelect, className }: SelectAllProps) {
  const ids = sandboxes.map(({ id }) => id);
  const selected = ids.filter((id) => selection.has(id)).length;
  const isEachSelected = selected > 0 && selected === ids.length;
  return (
    <Checkbox
      label={t("Select all on this page")}
      className={className}
      checked={isEachSelected || (selected > 0 && "some")}
      disabled={ids.length === 0}
      onChange={() => onSelect(new Set(isEachSelected ? [] : ids))}
    />
  );
}
