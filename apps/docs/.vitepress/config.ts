import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitepress";
import { linkWithinSite } from "../link-within-site.ts";
import { sidebar } from "../sidebar.ts";

const ROOT = path.join(import.meta.dirname, "../../..");
const BASE = "/docs/";
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

// oxlint-disable-next-line import/no-default-export -- VitePress loads the default export.
export default defineConfig({
  base: BASE,
  srcDir: path.join(ROOT, "docs"),
  cacheDir: path.join(ROOT, ".cache/vitepress"),
  title: "Terrarium",
  description: "Device sandboxes for software agents",
  cleanUrls: true,
  head: [
    ["link", { rel: "icon", href: "/favicon.svg" }],
    ["script", { src: `${BASE}console-theme.js` }],
  ],
  markdown: { html: false, linkify: false, config: linkWithinSite },
  vite: { publicDir: path.join(import.meta.dirname, "../public") },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar,
    nav: [
      { text: "Guide", link: "/guide/quickstart", activeMatch: "/guide/" },
      { text: "Operate", link: "/operate/install", activeMatch: "/operate/" },
      { text: "Reference", link: "/reference/product", activeMatch: "/reference/" },
      { text: "Internals", link: "/internals/architecture", activeMatch: "/internals/" },
    ],
  },
  /** Moves inline scripts into files: the server's content security policy forbids inline scripts. */
  transformHtml(html, _id, { siteConfig: { outDir } }) {
    return html.replaceAll(INLINE_SCRIPT, (_whole, attributes: string, code: string) => {
      const name = `assets/inline.${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
      mkdirSync(path.join(outDir, "assets"), { recursive: true });
      writeFileSync(path.join(outDir, name), code);
      return `<script${attributes} src="${BASE}${name}"></script>`;
    });
  },
});
