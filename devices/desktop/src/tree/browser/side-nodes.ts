import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import { cutText } from "@terrarium/bounds/cut-text";
import type { BrowserTarget } from "@terrarium/devtools/discovery";
import { BROWSER_PACKAGE, DOWNLOAD_CLASS, TAB_CLASS } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { hiddenNode } from "../hierarchy.ts";

/** Limits of what a page can make longer. */
const LIMITS = { titleChars: 200, urlChars: 2_000, downloads: 5, files: 1_000 };
/** End of the name of an unfinished download. */
const UNFINISHED = ".crdownload";

/** Returns hidden nodes for a browser's tabs. The tab with the id `loading` is marked. */
export const tabNodes = (
  tabs: readonly BrowserTarget[],
  { front, isLoading }: { front: string; isLoading: boolean },
): UiNode[] =>
  tabs.map(({ id, title, url }) =>
    hiddenNode({
      className: TAB_CLASS,
      packageName: BROWSER_PACKAGE,
      id,
      text: cutText(title, LIMITS.titleChars),
      description: cutText(url, LIMITS.urlChars),
      selected: id === front,
      enabled: !(id === front && isLoading),
    }),
  );

/** Returns hidden nodes for the newest files in the browser's folder for downloads. */
export async function downloadNodes(home: string): Promise<UiNode[]> {
  const folder = join(home, "Downloads");
  const files = await filesIn(folder).catch(() => []);
  return files
    .toSorted((a, b) => b.ctimeMs - a.ctimeMs)
    .slice(0, LIMITS.downloads)
    .map(({ name, ino, ctimeMs }) => {
      const isDone = !name.endsWith(UNFINISHED);
      return hiddenNode({
        className: DOWNLOAD_CLASS,
        packageName: BROWSER_PACKAGE,
        id: isDone ? `${ino}-${Math.round(ctimeMs)}` : String(ino),
        text: isDone ? name : name.slice(0, -UNFINISHED.length),
        description: folder,
        enabled: isDone,
      });
    });
}

async function filesIn(folder: string) {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (names.length >= LIMITS.files) break;
    if (entry.isFile()) names.push(entry.name);
  }
  const stats = names.map(async (name) => {
    // Omits files that were moved meanwhile.
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found ? [{ name, ino: found.ino, ctimeMs: found.ctimeMs }] : [];
  });
  return (await Promise.all(stats)).flat();
}
