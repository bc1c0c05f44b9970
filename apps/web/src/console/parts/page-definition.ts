import type { Role } from "@terrarium/contract/organization";
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Label } from "../../language/text.ts";
import type { PageAccess } from "../../session/access.ts";

interface Definition {
  /** Patterns of its paths, as in the router. The path `*` matches all paths of no other page. */
  paths: readonly string[];
  /** Loads the file with its component, the only export. The file is in the same folder; its name ends in `Page.tsx`. */
  load: () => Promise<Record<string, ComponentType>>;
  /** Paths of the pages that it leads to. Their code, and that of messages, is loaded first. */
  leadsTo?: readonly string[];
}

/**
 * Definition of a page in its folder's `page.ts`. The first screen contains all of them and the build imports them, so
 * they must not import components or icons. Pages of a team are inside the console's layout, with their title in the
 * header and in links.
 */
export type PageDefinition = Definition &
  ({ access: "team"; title: Label } | { access: Exclude<PageAccess, "team">; title?: undefined });

/** Permanent link to a page, in its folder's `link.ts`. The command palette lists all links. */
export interface PageLink {
  page: PageDefinition;
  /** Place of the link: one of the sidebar's groups, or elsewhere. */
  place: "main" | "manage" | "resources" | "costs" | "elsewhere";
  /** Position among the links of that place. */
  order: number;
  icon: LucideIcon;
  /** Whether a role in the current team has the link. Default: all roles have it. */
  isFor?: (role: Role) => boolean;
}
