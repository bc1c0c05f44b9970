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

/** Links in the user menu. The sidebar shows one of these, or of those below, only while its page is open. */
export const TEAM_LINKS: readonly NavigationLink[] = [
  { to: "/usage", label: "Usage", icon: ChartLine },
  { to: "/billing", label: "Billing", icon: Receipt },
  { to: "/budget", label: "Budget", icon: Wallet },
];

/** Links elsewhere: in the header, and on the pages of templates, the team and API keys. */
export const OTHER_LINKS: readonly NavigationLink[] = [
  { to: "/account", label: "Account", icon: CircleUserRound },
  { to: "/snapshots", label: "Snapshots", icon: Archive },
  { to: "/audit", label: "Audit Log", icon: ScrollText },
  { to: "/webhooks", label: "Webhooks", icon: Webhook },
];

/** Returns the page of a path if the sidebar has no permanent link to it. */
export const unlistedPage = (path: string): NavigationLink | undefined =>
  [...TEAM_LINKS, ...OTHER_LINKS].find(({ to }) => matchPath(to, path) !== null);

/** Returns the link to the page of a path. */
export const linkOf = (path: string): NavigationLink | undefined =>
  [...MAIN_LINKS, ...MANAGE_LINKS, ...TEAM_LINKS, ...OTHER_LINKS].find(({ to }) => `${path}/`.startsWith(`${to}/`));
