import { Columns3 } from "lucide-react";
import { IconButton } from "../ui/Button.tsx";
import { Menu, MenuCheckItem } from "../ui/Menu.tsx";

export interface ColumnMenuProps {
  /** Titles of the columns that may be hidden. */
  titles: readonly string[];
  hidden: ReadonlySet<string>;
  onToggle: (title: string) => void;
}

/** Which columns of a table are shown; stays open while they are being chosen. */
export function ColumnMenu({ titles, hidden, onToggle }: ColumnMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Columns" className="border border-line2 bg-panel">
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
          <span className="label-caps">{title}</span>
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
