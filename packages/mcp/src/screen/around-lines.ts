import { BROWSER_PACKAGE } from "@terrarium/ui-tree/desktop-nodes";
import { TOOL_LIMITS } from "../limits.ts";
import type { Around, Tab } from "./around.ts";
import { cut } from "./cut.ts";
import type { Element, Screen } from "./screen.ts";

const LIMITS = { titleChars: 80, urlChars: 200, nameChars: 120, tabs: 50, windows: 20, panelItems: 20 };

/** Names the place of a screen: the page with its tab, the window with its program, or the app with its activity. */
export function placeOf({ app, front, around }: Pick<Screen, "app" | "around" | "front">): string {
  const { tabs, title } = around;
  const at = tabs.findIndex(({ isFront }) => isFront);
  const tab = app === BROWSER_PACKAGE ? tabs[at] : undefined;
  if (tab) {
    const state = tab.isLoading ? ", loading" : "";
    return `${pageName(tab)} (tab ${at + 1} of ${tabs.length}${state})`;
  }
  const name = cut(front?.component ?? app, TOOL_LIMITS.labelChars);
  if (front?.isCovered === true) return `notification shade or lock screen over ${name}`;
  return title === undefined || title === "" ? name || "nothing in front" : `${name || "window"} ${quoted(title)}`;
}

/** Describes the tabs as lines, with the numbers that steps use. */
export function tabLines({ tabs }: Around): string[] {
  const lines = tabs.map((tab, at) => `tab ${at + 1}: ${pageName(tab)}${tab.isFront ? " (in front)" : ""}`);
  const more = lines.length - LIMITS.tabs;
  return more > 0 ? [...lines.slice(0, LIMITS.tabs), `… ${more} more tabs`] : lines;
}

/** Names the windows behind the front one, and the controls of panels. */
export function behindLines({ behind, title = "" }: Around, elements: readonly Element[]): string[] {
  const titles = new Set([title, ...behind]);
  const labels = elements.flatMap(({ isBehind, window, number, label }) =>
    isBehind && window === "" && number !== undefined && label !== "" && !titles.has(label) ? [cut(label, 30)] : [],
  );
  const panel = [...new Set(labels)].slice(0, LIMITS.panelItems);
  const windows = behind.slice(0, LIMITS.windows).map((each) => quoted(each));
  const more = behind.length > windows.length ? `, … ${behind.length - windows.length} more` : "";
  return [
    ...(windows.length === 0 ? [] : [`behind: ${windows.join(", ")}${more}`]),
    ...(panel.length === 0 ? [] : [`panel: ${panel.join(", ")}`]),
  ];
}

/** Names the files that the browser downloaded, or started to, between two reads of a screen. */
export function downloadLines(before: Around, after: Around): string[] {
  const known = new Set(before.downloads.map(({ id }) => id));
  return after.downloads
    .filter(({ id }) => !known.has(id))
    .map(({ name, folder, isDone }) => `${isDone ? "downloaded" : "downloading"} ${fileName(name)} to ${folder}`);
}

/** A file's name comes from a page. Only a plain one cannot look like other words of an answer. */
const fileName = (name: string): string => (/^[\w.()-]{1,120}$/.test(name) ? name : quoted(name, LIMITS.nameChars));

/** The title comes from a page; quotes separate it from the words of an answer. */
const pageName = ({ title, url }: Tab): string =>
  [...(title === "" || title === url ? [] : [quoted(title)]), cut(url.replaceAll(/\s/g, "%20"), LIMITS.urlChars)].join(
    " ",
  );

const quoted = (text: string, maxChars = LIMITS.titleChars): string => JSON.stringify(cut(text, maxChars));
