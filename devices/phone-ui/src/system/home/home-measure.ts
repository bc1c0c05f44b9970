import { STATUS_BAR_HEIGHT } from "../../services/bars.ts";
import type { HomeItem } from "./home-layout.ts";

/** Measures of the home screen's layout at a size, all in dp. */
export interface HomeMeasure {
  columns: number;
  cellWidth: number;
  cellHeight: number;
  dockCellWidth: number;
  iconSize: number;
  sideGap: number;
  topGap: number;
  /** Gap between the date and the search box. */
  searchGap: number;
  clockSize: number;
  /** Whether clock and search are side by side, as on low screens. */
  beside: boolean;
  /** Whether clock and search are centered, as on wide screens. */
  centred: boolean;
  /** Width of the search box; undefined for the screen's full width. */
  searchWidth: number | undefined;
  /** Number of icons that fit on the first page, below the clock and the search box, and on each other page. */
  firstPage: number;
  otherPage: number;
}

export function measureHome(widthDp: number, heightDp: number, barHeight: number): HomeMeasure {
  const low = heightDp < 480;
  const small = heightDp < 600;
  const wide = widthDp >= 500;
  const columns = wide ? 6 : 4;
  const sideGap = wide ? Math.max(24, (widthDp - 680) / 2) : 8;
  const cellHeight = low ? 84 : small ? 88 : 98;
  const topGap = low ? 4 : small ? 18 : wide ? 48 : 52;
  const clockSize = low ? 44 : small ? 66 : 84;
  const searchGap = Math.max(12, topGap / 2);
  const beside = low && wide;
  const header = beside ? topGap + clockSize + 30 : topGap + clockSize + 30 + searchGap + 52;
  const room = heightDp - STATUS_BAR_HEIGHT - barHeight - cellHeight - 16;
  const rows = (height: number): number => Math.max(0, Math.floor(height / cellHeight));
  return {
    columns,
    cellWidth: (widthDp - 2 * sideGap) / columns,
    cellHeight,
    dockCellWidth: wide ? 104 : (widthDp - 2 * sideGap) / 4,
    iconSize: low || small ? 52 : wide ? 62 : 58,
    sideGap,
    topGap,
    clockSize,
    searchGap,
    centred: wide && !beside,
    beside,
    searchWidth: beside ? Math.min(320, widthDp * 0.45) : wide ? 480 : undefined,
    firstPage: rows(room - header) * columns,
    otherPage: Math.max(1, rows(room - topGap)) * columns,
  };
}

/** Returns the items of each page; there is at least one page. */
export function pagesOf(items: readonly HomeItem[], measure: HomeMeasure): HomeItem[][] {
  const pages = [items.slice(0, measure.firstPage)];
  for (let from = measure.firstPage; from < items.length; from += measure.otherPage) {
    pages.push(items.slice(from, from + measure.otherPage));
  }
  return pages;
}
