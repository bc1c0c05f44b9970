import type { LucideIcon } from "lucide-react";

export interface Command {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Shown at the right, and searched. */
  detail?: string;
  /** Searched as well. */
  keywords?: string;
  isCurrent?: boolean;
  run: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

/** How many entries a group shows; more are found by typing more. */
const GROUP_MAX = 10;

/** The commands that contain every word of the search, in any case, by group; groups without any are left out. */
export function matchingGroups(groups: readonly CommandGroup[], search: string): CommandGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(({ title, commands }) => {
    const found = commands.filter(({ label, detail = "", keywords = "" }) => {
      const text = `${title} ${label} ${detail} ${keywords}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return found.length === 0 ? [] : [{ title, commands: found.slice(0, GROUP_MAX) }];
  });
}
