import type { LucideIcon } from "lucide-react";
import { matchPath } from "react-router";
import type { Label } from "../../language/text.ts";
import type { PageLink } from "./page-definition.ts";

export interface NavigationLink {
  to: string;
  label: Label;
  icon: LucideIcon;
  isFor?: PageLink["isFor"];
}

const LINKS = Object.values(import.meta.glob<PageLink>("../pages/*/link.ts", { eager: true, import: "link" })).toSorted(
  (one, other) => one.order - other.order,
);

const linksAt = (wanted: PageLink["place"]): readonly NavigationLink[] =>
  LINKS.filter(({ place }) => place === wanted).flatMap(({ page: { paths, title: label }, icon, isFor }) => {
    const [to] = paths;
    return to === undefined || label === undefined ? [] : [{ to, label, icon, ...(isFor && { isFor }) }];
  });

export interface LinkGroup {
  /** The first group has no title. */
  title: Label | undefined;
  links: readonly NavigationLink[];
}

/** Groups of the sidebar. */
export const LINK_GROUPS: readonly LinkGroup[] = [
  { title: undefined, links: linksAt("main") },
  { title: "Manage", links: linksAt("manage") },
  { title: "Resources", links: linksAt("resources") },
  { title: "Costs", links: linksAt("costs") },
];

/** Links of pages with an entry in the header. */
const OTHER_LINKS = linksAt("elsewhere");

/** All links, in the order of the command palette. */
export const ALL_LINKS = [...LINK_GROUPS.flatMap(({ links }) => links), ...OTHER_LINKS];

/** Returns the page of a path if the sidebar has no permanent link to it. */
export const unlistedPage = (path: string): NavigationLink | undefined =>
  OTHER_LINKS.find(({ to }) => matchPath(to, path) !== null);
