import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme } from "vitepress";

const DOCS = path.join(import.meta.dirname, "../../docs");
const titleOf = (page: string): string =>
  /^# (.+)$/m.exec(readFileSync(path.join(DOCS, `${page}.md`), "utf8"))?.[1]?.replaceAll("`", "") ?? page;
const item = (page: string) => ({ text: titleOf(page), link: `/${page}` });
/** Returns a folder's pages without those in `apart`: those in `first` in that order, then the others by name. */
function pagesOf(
  folder: string,
  { first = [], apart = [] }: { first?: readonly string[]; apart?: readonly string[] } = {},
): DefaultTheme.SidebarItem[] {
  const names = globSync("*.md", { cwd: path.join(DOCS, folder) }).map((file) => file.slice(0, -".md".length));
  const ordered = [...first.filter((name) => names.includes(name)), ...names.toSorted()];
  return [...new Set(ordered)].filter((name) => !apart.includes(name)).map((name) => item(`${folder}/${name}`));
}

/** Pages of the guide for everybody, in reading order. Each page links the next. Its other pages are about clients. */
const GUIDE = ["quickstart", "phone", "linux", "browser", "desktop", "ports", "events", "playground"];

/** The sections of the site. Every page of docs/ is in one of them. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  { text: "Guide", items: GUIDE.map((name) => item(`guide/${name}`)) },
  { text: "Clients", items: pagesOf("guide", { first: ["sdk", "command-line", "mcp"], apart: GUIDE }) },
  {
    text: "Operate",
    items: pagesOf("operate", {
      first: ["install", "configure", "providers", "security", "backup", "upgrade", "monitor", "troubleshoot"],
    }),
  },
  { text: "Reference", items: pagesOf("reference") },
  {
    text: "Internals",
    collapsed: true,
    items: [
      ...pagesOf("internals", { first: ["architecture"] }),
      { text: "Flows", collapsed: true, items: pagesOf("internals/flows") },
      { text: "Decisions", collapsed: true, items: pagesOf("internals/decisions") },
    ],
  },
];
