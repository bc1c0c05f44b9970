import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { listFolder, type Entry } from "../list-folder.ts";

/** The first folder shown. The app does not go above it. */
export const FILES_ROOT = "/sdcard";

export const SORT_ORDERS = ["name", "date", "size", "kind"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

const SEARCH_RESULTS_MAX = 200;
const SEARCH_FOLDERS_MAX = 2000;
let collator: Intl.Collator | undefined;

/** Compares names. The collator is created on first use, because its tables need megabytes. */
function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(["en", "zh-u-co-pinyin"], { numeric: true, sensitivity: "base" });
  return collator.compare(a, b);
}

/** Sorts folders first; names and kinds ascending, dates from the latest, sizes from the largest. */
export function sortEntries(entries: readonly Entry[], order: SortOrder): Entry[] {
  const byName = (a: Entry, b: Entry): number => compareNames(a.name, b.name);
  const compare: Readonly<Record<SortOrder, (a: Entry, b: Entry) => number>> = {
    name: byName,
    date: (a, b) => b.modifiedMs - a.modifiedMs || byName(a, b),
    size: (a, b) => b.sizeBytes - a.sizeBytes || byName(a, b),
    kind: (a, b) => compareNames(a.kind, b.kind) || byName(a, b),
  };
  const rank = (entry: Entry): number => (entry.kind === "folder" ? 0 : 1);
  return entries.toSorted((a, b) => rank(a) - rank(b) || compare[order](a, b));
}

/**
 * Returns at most 200 files and folders below `path` with the query in their names, in the order of discovery. Skips
 * unreadable folders.
 */
export async function searchFiles(
  files: DeviceFiles,
  path: string,
  query: string,
  signal: AbortSignal,
): Promise<Entry[]> {
  const wanted = query.trim().toLowerCase();
  const found: Entry[] = [];
  const folders = [path];
  for (let seen = 0; seen < SEARCH_FOLDERS_MAX && found.length < SEARCH_RESULTS_MAX; seen++) {
    const folder = folders.shift();
    if (folder === undefined || signal.aborted) break;
    const entries = await listFolder(files, folder, false).catch(() => []);
    for (const entry of sortEntries(entries, "name")) {
      if (entry.kind === "folder") folders.push(entry.path);
      if (entry.name.toLowerCase().includes(wanted)) found.push(entry);
    }
  }
  return found.slice(0, SEARCH_RESULTS_MAX);
}
