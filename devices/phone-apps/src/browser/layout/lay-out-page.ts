import { Cascade, hasColors, hasDarkLook, type LoadedSheet } from "../css/cascade.ts";
import type { MediaFacts } from "../css/media.ts";
import type { PageDocument } from "../document/page-document.ts";
import type { PictureSizes } from "./atom-size.ts";
import { BoxBuilder } from "./box-builder.ts";
import { displayList, type DisplayList } from "./display-list.ts";
import { BoxLayout } from "./layout-boxes.ts";
import { tilesOf, type Tile } from "./tiles.ts";

/** A page as it shows on this screen. */
export interface LaidPage {
  tiles: readonly Tile[];
  list: DisplayList;
  /** Whether what the page does not colour itself is light on dark. */
  dark: boolean;
  /** The colour that the page gives to the whole screen. */
  background: string | undefined;
}

/** Gives everything on a page its look and its place, in slices. Rejects with the signal's reason. */
export async function layOutPage(
  page: PageDocument,
  sheets: readonly LoadedSheet[],
  screen: MediaFacts & { fontScale: number; pictures: PictureSizes },
  signal: AbortSignal,
): Promise<LaidPage> {
  // A page that brings colours was made for white paper, unless it says more.
  const dark = screen.dark && (hasDarkLook(page, sheets) || !hasColors(page, sheets));
  const cascade = await Cascade.create(sheets, { ...screen, dark });
  const { box, background } = await new BoxBuilder(page, cascade, signal).build(page.root);
  const { pictures, fontScale, widthDp } = screen;
  const fragment = await new BoxLayout({ pictures, fontScale, signal }).layOutRoot(box, widthDp);
  const list = displayList(fragment, fontScale);
  return { tiles: tilesOf(list), list, dark, background };
}
