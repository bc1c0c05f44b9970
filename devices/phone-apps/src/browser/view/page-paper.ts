import { readableOn } from "@terrarium/phone-ui/contrast";
import { themes, type Colors, type ThemeName } from "@terrarium/phone-ui/theme";
import { linkColor } from "../css/computed-style.ts";
import type { LaidPage } from "../layout/lay-out-page.ts";

/** What a page is written on, and the colours of what it does not colour itself. */
export interface PagePaper {
  /** For controls and marks. */
  colors: Colors;
  background: string;
  text: string;
  link: string;
}

const links = { light: "#0b57d0", dark: "#a8c7fa" };

/** Pages with colours of their own have white paper, or black; others that of the theme. */
export function paperFor({ dark, background }: Pick<LaidPage, "dark" | "background">, theme: ThemeName): PagePaper {
  const name = dark ? "dark" : "light";
  const colors = themes[name];
  const paper = background ?? (theme === name ? colors.surface : "#ffffff");
  const opaque = /^#[0-9a-f]{6}$/.test(paper) ? paper : colors.surface;
  // A page that darkens its paper and says nothing of its text would not be read.
  const text = readableOn(colors.onSurface, opaque) ?? (dark ? themes.light : themes.dark).onSurface;
  const link = readableOn(links[name], opaque) ?? links[dark ? "light" : "dark"];
  return { colors, background: paper, text, link };
}

export function colorOn(paper: PagePaper, color: string | undefined): string {
  return color === linkColor ? paper.link : (color ?? paper.text);
}
