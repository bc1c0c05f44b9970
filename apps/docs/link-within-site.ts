import { existsSync } from "node:fs";
import path from "node:path";
import type { MarkdownRenderer } from "vitepress";

const DOCS = path.join(import.meta.dirname, "../../docs");

/**
 * Removes links that leave docs/ (README, deploy, bench) or point to a folder: a Git host shows their targets, the site
 * has no page for them. VitePress still rejects dead links between pages.
 */
export function linkWithinSite(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("link-within-site", ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isRemoved = false;
      for (const token of children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href !== null) isRemoved = isOutside(href, env.path);
        if (!isRemoved || !token.type.startsWith("link_")) continue;
        token.tag = "span";
        token.attrs = [];
        if (token.type === "link_close") isRemoved = false;
        token.type = token.type === "link_open" ? "span_open" : "span_close";
      }
    }
  });
}

function isOutside(href: string, page: string): boolean {
  if (/^([a-z]+:|\/|#)/.test(href)) return false;
  const [target = ""] = href.split("#");
  const file = path.resolve(path.dirname(page), target);
  return existsSync(file) && (!file.startsWith(`${DOCS}${path.sep}`) || !file.endsWith(".md"));
}
