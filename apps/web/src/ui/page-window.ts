/** A page number, or a gap between pages. */
export type PageLink = number | "gap";

/**
 * Returns the page links to show: the first, the last, and the current one with its neighbours, with "gap" for omitted
 * pages. Pages count from 1. A current page beyond the last counts as the last.
 */
export function pageWindow(current: number, pageCount: number): PageLink[] {
  const last = Math.max(1, pageCount);
  const middle = Math.min(Math.max(1, current), last);
  const pages = [...new Set([1, middle - 1, middle, middle + 1, last])].filter((page) => page >= 1 && page <= last);
  return pages
    .toSorted((a, b) => a - b)
    .flatMap((page, index, all) => (page - (all[index - 1] ?? 0) > 1 ? (["gap", page] as const) : [page]));
}
