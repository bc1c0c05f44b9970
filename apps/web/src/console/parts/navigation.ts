import {
  Archive,
  Box,
  ChartLine,
  CircleUserRound,
  KeyRound,
  Layers,
  type LucideIcon,
  Play,
  Receipt,
  ScrollText,
  Users,
  Wallet,
  Webhook,
} from "lucide-react";
import { matchPath } from "react-router";
import { type Label } from "../../language/text.ts";

export interface NavigationLink {
  to: string;
  label: Label;
  icon: LucideIcon;
}

export const MAIN_LINKS: readonly NavigationLink[] = [
  { to: "/sandboxes", label: "Sandboxes", icon: Box },
  { to: "/templates", label: "Templates", icon: Layers },
];

export const MANAGE_LINKS: readonly NavigationLink[] = [
  { to: "/team", label: "Team", icon: Users },
  { to: "/api-keys", label: "API Keys", icon: KeyRound },
  { to: "/playground", label: "Playground", icon: Play },
];

/** What the user menu links to. The sidebar shows of these, and of those below, the one where one is. */
export const TEAM_LINKS: readonly NavigationLink[] = [
  { to: "/usage", label: "Usage", icon: ChartLine },
  { to: "/billing", label: "Billing", icon: Receipt },
  { to: "/budget", label: "Budget", icon: Wallet },
];

/** What stands elsewhere: in the header, on the pages of templates, of the team and of API keys. */
export const OTHER_LINKS: readonly NavigationLink[] = [
  { to: "/account", label: "Account", icon: CircleUserRound },
  { to: "/snapshots", label: "Snapshots", icon: Archive },
  { to: "/audit", label: "Audit Log", icon: ScrollText },
  { to: "/webhooks", label: "Webhooks", icon: Webhook },
];

/** The page among those without a link of their own in the sidebar that a path shows. */
export const unlistedPage = (path: string): NavigationLink | undefined =>
  [...TEAM_LINKS, ...OTHER_LINKS].find(({ to }) => matchPath(to, path) !== null);

/** The link to the page that a path shows. */
export const linkOf = (path: string): NavigationLink | undefined =>
  [...MAIN_LINKS, ...MANAGE_LINKS, ...TEAM_LINKS, ...OTHER_LINKS].find(({ to }) => `${path}/`.startsWith(`${to}/`));
