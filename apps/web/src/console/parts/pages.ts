import { matchPath } from "react-router";
import type { PageDefinition } from "./page-definition.ts";

/** Pages of the console, one folder each. */
export const PAGES: readonly PageDefinition[] = Object.values(
  import.meta.glob<PageDefinition>("../pages/*/page.ts", { eager: true, import: "page" }),
);

const matches = (pattern: string, path: string): boolean =>
  matchPath({ path: pattern, caseSensitive: true }, path) !== null;

/** Returns the page of a path. The router ignores trailing slashes, and so does this function. */
export const pageAt = (path: string): PageDefinition | undefined =>
  PAGES.find(({ paths }) => paths.some((pattern) => pattern !== "*" && matches(pattern, path))) ??
  PAGES.find(({ paths }) => paths.includes("*"));
