import { existsSync } from "node:fs";
import path from "node:path";
import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

const BASE = "/docs/";
const API_REFERENCE = "/api/docs/";
const DOCS = path.join(import.meta.dirname, "../../docs");

/**
 * Fits the links of a page to the site:
 *
 * - Removes links that leave docs/ (README, deploy, bench) or point to a folder: a Git host shows their targets, the site
 *   has no page for them. VitePress still rejects dead links between pages.
 * - Links addresses of the site in code, such as `/docs/reference/errors`: a Git host has no page for them.
 */
export function linkWithinSite(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("link-within-site", ({ tokens, env, Token: NewToken }) => {
    for (const token of tokens) {
      if (!token.children) continue;
      removeOutsideLinks(token.children, env.path);
      token.children = token.children.flatMap((child) => {
        const target = child.type === "code_inline" ? addressIn(child.content) : undefined;
        if (!target) return [child];
        const [open, close] = [
          new NewToken(`${target.type}_open`, "a", 1),
          new NewToken(`${target.type}_close`, "a", -1),
        ];
        open.attrs = Object.entries(target.attributes);
        return [open, child, close];
      });
    }
  });
}

function removeOutsideLinks(tokens: readonly Token[], page: string): void {
  let isRemoved = false;
  for (const token of tokens) {
    const href = token.type === "link_open" ? token.attrGet("href") : null;
    if (href !== null) isRemoved = isOutside(href, page);
    if (!isRemoved || !token.type.startsWith("link_")) continue;
    token.tag = "span";
    token.attrs = [];
    if (token.type === "link_close") isRemoved = false;
    token.type = token.type === "link_open" ? "span_open" : "span_close";
  }
}

function isOutside(href: string, page: string): boolean {
  if (/^([a-z]+:|\/|#)/.test(href)) return false;
  const [target = ""] = href.split("#");
  const file = path.resolve(path.dirname(page), target);
  return existsSync(file) && (!file.startsWith(`${DOCS}${path.sep}`) || !file.endsWith(".md"));
}

/**
 * Returns the link to an address. VitePress puts its base before links and rejects dead ones, but leaves other types of
 * tokens as they are. With a target, its router leaves a link to the browser.
 */
function addressIn(code: string): { type: string; attributes: Record<string, string> } | undefined {
  if (code === API_REFERENCE) return { type: "outer_link", attributes: { href: code, target: "_self" } };
  return code.startsWith(BASE) ? { type: "link", attributes: { href: code.slice(BASE.length - 1) } } : undefined;
}
