import path from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { LogoMark } from "./src/ui/Logo.tsx";
import { coloursOf } from "./vite-theme-colours.ts";

const COLOURS = ["bg", "line", "raised", "text", "accent"];

/** The sizes equal those of src/console/layout: Sidebar.tsx, Page.tsx and PagePlace.tsx. */
const STYLE = `
:root{${coloursOf(":root", COLOURS)};background:var(--bg)}
.light{${coloursOf(".light", COLOURS)}}
body{margin:0}
#frame{display:none}
[data-frame] #frame{display:grid;grid-template-columns:224px 1fr;min-height:100dvh;color:var(--text)}
#frame *{box-sizing:border-box}
#frame aside{padding:18px;border-right:1px solid var(--line)}
#frame svg{width:24px;height:24px;margin-bottom:24px;color:var(--accent)}
#frame header{display:flex;align-items:center;height:52px;padding:0 20px;border-bottom:1px solid var(--line)}
#frame main{padding:16px 20px}
#frame i{display:block;height:12px;width:120px;border-radius:4px;background:var(--raised)}
#frame aside i{margin-bottom:22px}
#frame main i{height:32px;width:240px;margin-bottom:14px}
#frame main i+i{height:256px;width:100%;border-radius:10px}
@media (width<64rem){[data-frame] #frame{grid-template-columns:1fr}#frame aside{display:none}}
`.replaceAll("\n", "");

const BAR = "<i></i>";
const frame = (): string =>
  `<div id="frame" aria-hidden="true"><aside>${renderToStaticMarkup(createElement(LogoMark))}${BAR.repeat(5)}</aside>` +
  `<div><header>${BAR}</header><main>${BAR.repeat(2)}</main></div></div>`;

const STYLE_SHEET = /<link rel="stylesheet"[^>]*>/;

/**
 * Writes the initial look into both pages, before their scripts and style sheet arrive: the theme's background, and in
 * the console the layout's frame, which public/first-paint.js reveals on console pages.
 */
export const paintFrame: Plugin = {
  name: "paint-frame",
  transformIndexHtml: {
    order: "post",
    handler: (html, { filename }) => {
      const isConsole = path.basename(filename) === "index.html";
      const framed = isConsole ? html.replace('<div id="root">', (root) => root + frame()) : html;
      const [sheet] = STYLE_SHEET.exec(framed) ?? [];
      // A style sheet in the head blocks the first paint. At the end of the body it still precedes the scripts.
      const page =
        sheet === undefined
          ? framed
          : framed
              .replace(sheet, sheet.replace('rel="stylesheet"', 'rel="preload" as="style"'))
              .replace("</body>", () => `${sheet}</body>`);
      return { html: page, tags: [{ tag: "style", children: STYLE, injectTo: "head" }] };
    },
  },
};
