import { Columns3 } from "lucide-react";
import { type Label, t } from "../../language/text.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Menu, MenuCheckItem } from "../../ui/Menu.tsx";

export interface ColumnMenuProps {
  /** Titles of the columns that can be hidden. */
  titles: readonly Label[];
  hidden: ReadonlySet<string>;
  onToggle: (title: Label) => void;
}

/** Menu of a table's visible columns. Stays open while the user toggles them. */
export function ColumnMenu({ titles, hidden, onToggle }: ColumnMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t("Columns")} className="border border-line2 bg-panel">
          <Columns3 className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      {titles.map((title) => (
        <MenuCheckItem
          key={title}
          checked={!hidden.has(title)}
          onSelect={(event) => {
            event.preventDefault();
            onToggle(title);
          }}
        >
          <span className="label-caps">{t(title)}</span>
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
