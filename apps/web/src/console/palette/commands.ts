import type { LucideIcon } from "lucide-react";

export interface Command {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Text on the right, included in the search. */
  detail?: string;
  /** Hidden text included in the search. */
  keywords?: string;
  isCurrent?: boolean;
  run: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

/** Maximum number of entries per group. Further typing finds the rest. */
const GROUP_MAX = 10;

/** Returns the commands that contain every word of the search, ignoring case, by group. Omits empty groups. */
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
