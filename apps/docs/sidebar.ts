import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme } from "vitepress";

const DOCS = path.join(import.meta.dirname, "../../docs");
const titleOf = (page: string): string =>
  /^# (.+)$/m.exec(readFileSync(path.join(DOCS, `${page}.md`), "utf8"))?.[1]?.replaceAll("`", "") ?? page;
const item = (page: string) => ({ text: titleOf(page), link: `/${page}` });
/** Returns a folder's pages: those in `first` in that order, then the others by name. */
function pagesOf(folder: string, first: readonly string[] = []): DefaultTheme.SidebarItem[] {
  const names = globSync("*.md", { cwd: path.join(DOCS, folder) }).map((file) => file.slice(0, -".md".length));
  const ordered = [...first.filter((name) => names.includes(name)), ...names.toSorted()];
  return [...new Set(ordered)].map((name) => item(`${folder}/${name}`));
}

/** The sections of the site. Every page of docs/ is in one of them. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: "Guide",
    items: pagesOf("guide", ["sdk", "command-line", "mcp"]),
  },
  {
    text: "Operate",
    items: pagesOf("operate", ["operations", "providers", "replicas"]),
  },
  { text: "Reference", items: pagesOf("reference") },
  {
    text: "Internals",
    collapsed: true,
    items: [
      ...pagesOf("internals", ["architecture"]),
      { text: "Flows", collapsed: true, items: pagesOf("internals/flows") },
      { text: "Decisions", collapsed: true, items: pagesOf("internals/decisions") },
    ],
  },
];
