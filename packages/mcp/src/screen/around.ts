import { BROWSER_PACKAGE, DOWNLOAD_CLASS, TAB_CLASS, WINDOW_CLASS } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";

/** A tab of the browser. Its position in a list is its number, from 1. */
export interface Tab {
  id: string;
  title: string;
  url: string;
  isFront: boolean;
  isLoading: boolean;
}

export interface Download {
  id: string;
  name: string;
  folder: string;
  isDone: boolean;
}

/** Facts about a screen beside its elements. */
export interface Around {
  /** Tabs of the browser in the order of opening; empty on phones and while the browser is closed. */
  tabs: readonly Tab[];
  /** Newest downloads of the browser. */
  downloads: readonly Download[];
  /** Title of the desktop's front window. */
  title: string | undefined;
  /** Titles of the windows behind it. */
  behind: readonly string[];
}

/** A screen's roots by purpose. */
export interface Roots {
  around: Around;
  /** Roots of the front window and of what is above it. */
  front: readonly UiNode[];
  /** Roots of the windows behind it, and of panels. */
  back: readonly UiNode[];
}

/** Separates what is in front from other windows and from the nodes that only describe something. */
export function partsOf(roots: readonly UiNode[]): Roots {
  const shown = roots.filter(({ className }) => className !== TAB_CLASS && className !== DOWNLOAD_CLASS);
  const windows = shown.filter(isWindow);
  const frontWindow = windows.find(({ selected }) => selected) ?? windows.findLast(({ text }) => text !== "");
  const back = windows.filter((window) => window !== frontWindow);
  return {
    around: {
      tabs: roots.flatMap((node) => (node.className === TAB_CLASS ? [tabOf(node)] : [])),
      downloads: roots.flatMap((node) => (node.className === DOWNLOAD_CLASS ? [downloadOf(node)] : [])),
      title: frontWindow?.text,
      behind: back.flatMap(({ text }) => (text === "" ? [] : [text])),
    },
    front: shown.filter((root) => !back.includes(root)),
    back,
  };
}

/** Returns whether a node's text only repeats the first line of a screen: a window, or the browser's front page. */
export const isTitled = (node: UiNode, { tabs }: Around): boolean =>
  isWindow(node) ||
  (node.packageName === BROWSER_PACKAGE &&
    node.className.endsWith("WebView") &&
    tabs.some(({ isFront, title }) => isFront && title === node.text));

const isWindow = ({ className }: UiNode): boolean => className === WINDOW_CLASS;

const tabOf = ({ id, text, description, selected, enabled }: UiNode): Tab => ({
  id,
  title: text,
  url: description,
  isFront: selected,
  isLoading: !enabled,
});

const downloadOf = ({ id, text, description, enabled }: UiNode): Download => ({
  id,
  name: text,
  folder: description,
  isDone: enabled,
});
