import { ListFilter } from "lucide-react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { Menu, MenuCheckItem, MenuGroup, MenuItem, MenuSeparator } from "./Menu.tsx";

export interface FilterEntry {
  /** What is filtered; one value at a time is active for each key. */
  key: string;
  value: string;
  label: string;
}

export interface FilterSection {
  title: string;
  entries: readonly FilterEntry[];
}

export interface FilterMenuProps {
  sections: readonly FilterSection[];
  /** The active value of each key. */
  active: Readonly<Record<string, string | undefined>>;
  /** Called with the new value of a key; undefined clears it. */
  onChange: (key: string, value: string | undefined) => void;
  onClear: () => void;
}

/** A menu of filters; choosing an active one again clears it. The menu stays open while filters are being chosen. */
export function FilterMenu({ sections, active, onChange, onClear }: FilterMenuProps) {
  const count = Object.values(active).filter((value) => value !== undefined).length;
  return (
    <Menu
      align="start"
      trigger={
        <Button aria-label={count === 0 ? "Filters" : `Filters, ${count} active`}>
          <ListFilter className="size-4 text-mute" aria-hidden="true" />
          Filters
          <span
            className={cx("rounded px-1.5 font-mono text-2xs", count === 0 ? "hidden" : "bg-accent-soft text-accent")}
          >
            {count}
          </span>
        </Button>
      }
    >
      {sections.map(({ title, entries }) => (
        <MenuGroup key={title} label={title}>
          {entries.map(({ key, value, label }) => (
            <MenuCheckItem
              key={label}
              checked={active[key] === value}
              onSelect={(event) => {
                event.preventDefault();
                onChange(key, active[key] === value ? undefined : value);
              }}
            >
              {label}
            </MenuCheckItem>
          ))}
        </MenuGroup>
      ))}
      <MenuSeparator />
      <MenuItem disabled={count === 0} onSelect={onClear}>
        Clear all filters
      </MenuItem>
    </Menu>
  );
}
