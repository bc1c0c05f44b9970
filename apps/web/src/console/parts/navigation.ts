import type { LucideIcon } from "lucide-react";
import { matchPath } from "react-router";
import type { Label } from "../../language/text.ts";
import type { PageLink } from "./page-definition.ts";

export interface NavigationLink {
  to: string;
  label: Label;
  icon: LucideIcon;
}

const LINKS = Object.values(import.meta.glob<PageLink>("../pages/*/link.ts", { eager: true, import: "link" })).toSorted(
  (one, other) => one.order - other.order,
);

const linksAt = (wanted: PageLink["place"]): readonly NavigationLink[] =>
  LINKS.filter(({ place }) => place === wanted).flatMap(({ page: { paths, title: label }, icon }) => {
    const [to] = paths;
    return to === undefined || label === undefined ? [] : [{ to, label, icon }];
  });

export const MAIN_LINKS = linksAt("main");
export const MANAGE_LINKS = linksAt("manage");

/** Links in the user menu. The sidebar shows one of these, or of those elsewhere, only while its page is open. */
export const MENU_LINKS = linksAt("menu");

/** Links of pages with an entry in the header or on other pages. */
const OTHER_LINKS = linksAt("elsewhere");

/** All links, in the order of the command palette. */
export const ALL_LINKS = [...MAIN_LINKS, ...MANAGE_LINKS, ...MENU_LINKS, ...OTHER_LINKS];

/** Returns the page of a path if the sidebar has no permanent link to it. */
export const unlistedPage = (path: string): NavigationLink | undefined =>
  [...MENU_LINKS, ...OTHER_LINKS].find(({ to }) => matchPath(to, path) !== null);
