import { ChevronDown } from "lucide-react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuCheckItem } from "../../../ui/Menu.tsx";

export interface LabelMenuProps {
  labels: readonly string[];
  /** Empty: none is chosen. */
  chosen: string;
  onChoose: (label: string) => void;
}

/** Chooses the metadata key of a breakdown by label. */
export function LabelMenu({ labels, chosen, onChoose }: LabelMenuProps) {
  const entries = chosen === "" || labels.includes(chosen) ? labels : [chosen, ...labels];
  if (entries.length === 0) return null;
  return (
    <Menu
      align="end"
      className="max-h-72 overflow-y-auto"
      trigger={
        <Button aria-label={t("Label: {key}", { key: chosen })}>
          <span className="max-w-40 truncate font-mono text-xs">{chosen}</span>
          <ChevronDown className="size-3.5 text-mute" aria-hidden="true" />
        </Button>
      }
    >
      {entries.map((key) => (
        <MenuCheckItem key={key} checked={key === chosen} onSelect={() => onChoose(key)}>
          {key}
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
