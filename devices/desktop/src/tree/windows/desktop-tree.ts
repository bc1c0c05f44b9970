import { type Bounds, isEmpty, sharedBy } from "@terrarium/ui-tree/bounds";
import { uiNode, VIEW_CLASS } from "@terrarium/ui-tree/create-node";
import { BROWSER_PACKAGE, WINDOW_CLASS } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { StackedWindow } from "../../screen/stacked-windows.ts";
import { coversMiddle, largestBeside, likeness } from "../bounds.ts";
import type { BrowserWindow } from "../browser/browser-tree.ts";
import { hasOpenList, withRows } from "../browser/controls.ts";
import { hiddenNode, isHidden } from "../hierarchy.ts";
import { isBrowserWindow, isSilentPopup, type ToldWindow } from "./at-spi.ts";
import { chooserNode, isFileChooser } from "./file-chooser.ts";
import { DIALOG_CLASS } from "./roles.ts";

/** Overlap from which a reported window and an X window count as the same: frames and shadows differ. */
const SAME_WINDOW = 0.6;

const SILENT = "The page does not respond";

type Page = Pick<BrowserWindow, "bounds" | "title" | "page">;

interface DesktopParts {
  screen: Bounds;
  /** Windows of the X server, lowest first. */
  stacked: readonly StackedWindow[];
  told: readonly ToldWindow[];
  /** The browser's own report of its page's window, if any. */
  browser: Page | undefined;
}

interface Layer {
  node: UiNode;
  isActive: boolean;
}

/**
 * Returns the visible parts of a desktop's windows as one hierarchy. Elements with their middle behind another window
 * are omitted, since a click would hit that window. The window with keyboard focus is last, except for menus above all
 * windows.
 */
export function desktopTree({ screen, stacked, told, browser }: DesktopParts): UiNode[] {
  const silent = told.filter(isSilentPopup).map(({ node }) => node.bounds);
  const left = new Set(told.filter((window) => !isSilentPopup(window)));
  const layers = stacked.map((window): Layer => {
    if (isFileChooser(window)) return { node: chooserNode(window), isActive: window.isActive };
    const own = [...left]
      .filter(({ pid }) => pid === window.pid)
      .toSorted((a, b) => likeness(b.node.bounds, window.bounds) - likeness(a.node.bounds, window.bounds))[0];
    const isOwn = own !== undefined && likeness(own.node.bounds, window.bounds) >= SAME_WINDOW;
    const untold = uiNode({ text: window.title, bounds: window.bounds });
    if (!isOwn) return { node: untold, isActive: window.isActive };
    left.delete(own);
    // While a browser shows a dialog, AT-SPI gives the dialog's title as the window's. The window manager has the right one.
    const node = own.isBrowser ? { ...own.node, text: window.title } : own.node;
    return { node, isActive: window.isActive };
  });
  if (stacked.length === 0)
    for (const told of [...left].filter(isBrowserWindow)) {
      left.delete(told);
      layers.push({ node: told.node, isActive: true });
    }
  // Windows unknown to the window manager are menus and similar popups, above all others.
  const popups = [...left].flatMap((told): Layer[] =>
    isBrowserWindow(told) ? [] : [{ node: told.node, isActive: false }],
  );
  if (browser) putPage(layers, stacked, browser, { silent, told: popups.map(({ node }) => node.bounds) });
  const all = [...layers, ...popups];
  const shown = all.flatMap(({ node }, i) => {
    const over = all.slice(i + 1).map((layer) => layer.node.bounds);
    const parts = shownOf(node, screen, over);
    // A window that is covered completely still has a title.
    const isCovered = parts.length === 0 && i < layers.length && node.text !== "";
    const kept = isCovered ? [hiddenNode({ text: node.text, packageName: node.packageName })] : parts;
    return kept.map((each) => ({ node: each, layer: all[i] }));
  });
  const isWindow = (layer: Layer | undefined) => layer !== undefined && !popups.includes(layer);
  const rank = ({ layer }: (typeof shown)[number]) => (layer && popups.includes(layer) ? 2 : layer?.isActive ? 1 : 0);
  return shown
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ node, layer }) =>
      isWindow(layer) && node.className === VIEW_CLASS
        ? { ...node, className: WINDOW_CLASS, selected: layer?.isActive ?? false }
        : node,
    );
}

/**
 * Puts the page into its window, under the window's dialogs. Omits a page in a hidden window, unless no window is
 * known. The page's own bounds do not identify its window: the bars above may be larger than the page.
 */
function putPage(
  layers: Layer[],
  stacked: readonly StackedWindow[],
  browser: Page,
  popups: { silent: readonly Bounds[]; told: readonly Bounds[] },
): void {
  if (browser.page?.length === 0) return;
  const window = layers.findLast(
    ({ node }) =>
      (node.packageName === BROWSER_PACKAGE || node.children.length === 0) &&
      node.className !== DIALOG_CLASS &&
      likeness(node.bounds, browser.bounds) >= SAME_WINDOW,
  );
  const dialogs = window?.node.children ?? [];
  const page = browser.page ?? [silentPage(browser, dialogs.length > 0, popups.told)];
  if (!window) {
    if (stacked.length === 0) layers.push(...page.map((node) => ({ node, isActive: true })));
    return;
  }
  const over = [...dialogs.map(({ bounds }) => bounds), ...popups.silent];
  const shown = page
    .flatMap((node) => shownOf(node, browser.bounds, over))
    .map((node) => withOpenList(node, popups.silent));
  window.node = { ...window.node, packageName: BROWSER_PACKAGE, children: [...shown, ...dialogs] };
}

/**
 * Returns the node of a page that does not respond: it runs an endless script, is paused by a debugger, or waits for a
 * dialog. The notice is beside the bubbles over the page, such as the offer to save a password.
 */
function silentPage({ bounds, title }: Page, waits: boolean, bubbles: readonly Bounds[]): UiNode {
  const packageName = BROWSER_PACKAGE;
  const free = bubbles.reduce(largestBeside, bounds);
  const notice = uiNode({ text: SILENT, className: "android.widget.TextView", packageName, bounds: free });
  const children = waits ? [] : [notice];
  return uiNode({ text: title, className: "android.webkit.WebView", packageName, bounds, children });
}

/** Returns the node with the options of an open list in the popup next to their control. */
function withOpenList(node: UiNode, popups: readonly Bounds[]): UiNode {
  if (popups.length === 0) return node;
  if (!hasOpenList(node)) return { ...node, children: node.children.map((child) => withOpenList(child, popups)) };
  const distance = (popup: Bounds) =>
    Math.abs(popup.left - node.bounds.left) +
    Math.min(Math.abs(popup.top - node.bounds.bottom), Math.abs(popup.bottom - node.bounds.top));
  const [popup] = popups.toSorted((a, b) => distance(a) - distance(b));
  return popup ? withRows(node, popup) : node;
}

/** Returns the node clipped to the screen if it is not covered, otherwise its uncovered descendants. */
function shownOf(node: UiNode, screen: Bounds, over: readonly Bounds[]): UiNode[] {
  if (isHidden(node)) return [node];
  const bounds = sharedBy(node.bounds, screen);
  const children = node.children.flatMap((child) => shownOf(child, screen, over));
  const visible = children.filter((child) => !isHidden(child));
  if (isEmpty(bounds)) return visible;
  const isCovered = over.some((cover) => coversMiddle(cover, bounds));
  if (isCovered && visible.length === 0) return [];
  return [{ ...node, bounds, children }];
}
