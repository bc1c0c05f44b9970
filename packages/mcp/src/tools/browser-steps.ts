import { findByWords } from "@terrarium/ui-tree/find-by-words";
import type { OpenState } from "../devices.ts";
import { tabLines } from "../screen/around-lines.ts";
import type { Around, Tab } from "../screen/around.ts";
import type { Element } from "../screen/screen.ts";
import { isSettable } from "../screen/settable.ts";
import { ToolError } from "../tool-error.ts";

/** Returns the option of a list in a page that these words name, unless they name the list itself. */
export function optionOf({ node, role, label, details }: Element, words: string): string | undefined {
  if (role !== "dropdown" || !isSettable(node)) return undefined;
  const isSame = (text: string) => text.toLowerCase() === words.trim().toLowerCase();
  return isSame(label) ? undefined : details.flatMap((each) => each.split(" · ")).find(isSame);
}

/** Returns a tab and its number. Throws a ToolError that lists the tabs. */
export function findTab(around: Around, wanted: number | string): { tab: Tab; number: number } {
  const { tabs } = around;
  const found =
    typeof wanted === "number"
      ? tabs.slice(wanted - 1, wanted)
      : findByWords(tabs, wanted, [({ title }) => [title], ({ url }) => [url]]);
  const [tab] = found;
  if (tab && found.length === 1) return { tab, number: tabs.indexOf(tab) + 1 };
  const problem = tab
    ? `${found.length} tabs match ${JSON.stringify(wanted)}`
    : `there is no tab ${JSON.stringify(wanted)}`;
  throw new ToolError(tabs.length === 0 ? "no browser is open here" : `${problem}: ${tabLines(around).join("; ")}`);
}

/** Describes an opened app or page. Throws a ToolError if it is not in front: input would reach what was there before. */
export function opened(name: string, state: OpenState): string {
  if (state === "waiting")
    throw new ToolError(`${name} is still loading, and what was in front before still is; wait, then go on`);
  const notes = { loaded: "", loading: " (loading)", asking: ", which asks something first" };
  return `opened ${name}${notes[state]}`;
}
