import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuCheckItem } from "../../../ui/Menu.tsx";
import type { ListingProps } from "./listing-props.ts";
import { SORTABLE_COLUMNS } from "./sandbox-columns.ts";

/** Sorts a list without column titles. Like a title, each entry goes from ascending to descending to none. */
export function SortMenu({ sort, onSort }: Pick<ListingProps, "sort" | "onSort">) {
  const current = SORTABLE_COLUMNS.find((column) => column.sort === sort?.column);
  const Arrow = sort === undefined ? ArrowUpDown : sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <Menu
      align="end"
      trigger={
        <Button kind="quiet" className="px-2!">
          {t("Sort")}
          {current !== undefined && <span className="label-caps text-text">{t(current.title)}</span>}
          <Arrow className="size-3.5" aria-hidden="true" />
        </Button>
      }
    >
      {SORTABLE_COLUMNS.map(({ title, sort: column }) => (
        <MenuCheckItem
          key={title}
          checked={column === sort?.column}
          onSelect={(event) => {
            event.preventDefault();
            onSort(column);
          }}
        >
          <span className="label-caps">{t(title)}</span>
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
