import { ListFilter } from "lucide-react";
import { type Label, t } from "../language/text.ts";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { Menu, MenuCheckItem, MenuGroup, MenuItem, MenuSeparator } from "./Menu.tsx";

export interface FilterEntry {
  /** The filtered field. Each key has at most one active value. */
  key: string;
  value: string;
  label: () => string;
}

export interface FilterSection {
  title: Label;
  entries: readonly FilterEntry[];
}

export interface FilterMenuProps {
  sections: readonly FilterSection[];
  /** The active value of each key. */
  active: Readonly<Record<string, string | undefined>>;
  /** Receives the new value of a key. Undefined clears it. */
  onChange: (key: string, value: string | undefined) => void;
  onClear: () => void;
}

/** A menu of filters. Choosing an active filter again clears it. The menu stays open while the user chooses. */
export function FilterMenu({ sections, active, onChange, onClear }: FilterMenuProps) {
  const count = Object.values(active).filter((value) => value !== undefined).length;
  return (
    <Menu
      align="start"
      trigger={
        <Button aria-label={count === 0 ? t("Filters") : t("Filters, {count} active", { count })}>
          <ListFilter className="size-4 text-mute max-sm:hidden" aria-hidden="true" />
          {t("Filters")}
          <span
            className={cx("rounded px-1.5 font-mono text-2xs", count === 0 ? "hidden" : "bg-accent-soft text-accent")}
          >
            {count}
          </span>
        </Button>
      }
    >
      {sections.map(({ title, entries }) => (
        <MenuGroup key={title} label={t(title)}>
          {entries.map(({ key, value, label }) => (
            <MenuCheckItem
              key={`${key} ${value}`}
              checked={active[key] === value}
              onSelect={(event) => {
                event.preventDefault();
                onChange(key, active[key] === value ? undefined : value);
              }}
            >
              <bdi className="min-w-0 truncate">{label()}</bdi>
            </MenuCheckItem>
          ))}
        </MenuGroup>
      ))}
      <MenuSeparator />
      <MenuItem disabled={count === 0} onSelect={onClear}>
        {t("Clear all filters")}
      </MenuItem>
    </Menu>
  );
}
