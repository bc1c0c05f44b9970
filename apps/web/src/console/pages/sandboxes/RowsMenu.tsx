import { ChevronDown } from "lucide-react";
import { t } from "../../../language/text.ts";
import { buttonClass } from "../../../ui/Button.tsx";
import { Menu, MenuCheckItem } from "../../../ui/Menu.tsx";
import { ROWS_PER_PAGE } from "../../parts/rows-per-page.ts";

/** Chooses the number of rows per page. */
export function RowsMenu({ rows, onChange }: { rows: number; onChange: (rows: number) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={buttonClass("quiet", "h-7.5! px-2! font-mono! text-xs! max-sm:hidden")}>
          {t("{count} per page", { count: rows })}
          <ChevronDown className="-ml-1 size-3.5" aria-hidden="true" />
        </button>
      }
    >
      {ROWS_PER_PAGE.map((count) => (
        <MenuCheckItem key={count} checked={count === rows} onSelect={() => onChange(count)}>
          {t("{count} per page", { count })}
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
