import { setTimeout as sleep } from "node:timers/promises";
import type { DevToolsConnection } from "@terrarium/devtools/connection";
import { NoAnswer } from "@terrarium/devtools/endpoint";
import { type Bounds, isEmpty } from "@terrarium/ui-tree/bounds";
import { uiNode, VIEW_CLASS } from "@terrarium/ui-tree/create-node";
import { BROWSER_PACKAGE } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import * as z from "zod";
import { isOn, isTextField, rangeNodes, textOf, valuedControl } from "./controls.ts";
import { connectPage, type ListedPage, listPages } from "./dev-tools.ts";
import { isDrawn, PAGE_ANSWERS_WITHIN_MS } from "./drawn.ts";
import { FrameReader, type AxNode, type PageFrame } from "./page-frame.ts";
import type { Place } from "./page-places.ts";
import { within } from "./within.ts";

const Evaluated = z.object({ result: z.object({ value: z.array(z.number()).length(6) }) });
const Loading = z.object({ result: z.object({ value: z.boolean() }) });
/** A page that fakes its position affects only taps on itself. */
const ASK_FOR_PLACE = "[screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight]";

const WindowPlace = z.object({
  bounds: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
});

/** Wait of input for a page that is not drawn, or does not respond. */
const DRAWN_WITHIN_MS = 2_000;
/** Timeout for a page under an open dialog: most dialogs block its main thread. */
const UNDER_DIALOG_MS = 300;

/** Android classes of ARIA roles. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["RootWebArea", "android.webkit.WebView"],
  ["textbox", "android.widget.EditText"],
  ["searchbox", "android.widget.EditText"],
  ["spinbutton", "android.widget.EditText"],
  ["button", "android.widget.Button"],
  ["checkbox", "android.widget.CheckBox"],
  ["radio", "android.widget.RadioButton"],
  ["switch", "android.widget.Switch"],
  ["listbox", "android.widget.ListView"],
  ["image", "android.widget.Image"],
  ["link", "android.widget.TextView"],
  ["heading", "android.widget.TextView"],
  ["StaticText", "android.widget.TextView"],
]);
const clickable = new Set(
  "button checkbox radio switch link menuitem option spinbutton tab textbox searchbox treeitem DisclosureTriangle".split(
    " ",
  ),
);
const CHECKABLE = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
/** Roles of containers without content of their own. */
const SILENT = new Set(["generic", "none", "presentation", "InlineTextBox", "LineBreak", "ListMarker"]);

/** A window of the browser, as reported by the browser. */
export interface BrowserWindow {
  /** Position including frame and shadow, possibly beyond the screen's edge. */
  bounds: Bounds;
  /** Title of the page. */
  title: string;
  /** Visible nodes of the page; undefined if the page does not respond. */
  page: readonly UiNode[] | undefined;
  /** All tabs, the front one first. */
  tabs: readonly ListedPage[];
  /** Whether the front page's content is not complete yet. */
  isLoading: boolean;
}

/**
 * Returns the window of the front page, or undefined if there is none. `dialog` resolves with whether a dialog is open
 * over the page, which shortens the page's timeout.
 */
export const readBrowserWindow = (port: number, dialog: Promise<boolean>): Promise<BrowserWindow | undefined> =>
  onFrontPage(port, async (page, tabs) => {
    const late = Promise.all([dialog, sleep(UNDER_DIALOG_MS)]).then(([isOpen]) => isOpen);
    const [shown, { bounds }] = await Promise.all([
      Promise.race([readShown(page), opened(late)]),
      page.call(WindowPlace, "Browser.getWindowForTarget", {}),
    ]);
    const { left, top, width, height } = bounds;
    return {
      bounds: { left, top, right: left + width, bottom: top + height },
      title: tabs[0].title,
      page: shown?.nodes,
      tabs,
      isLoading: shown?.isLoading ?? false,
    };
  });

/**
 * Returns the front page of the browser at that port, with its frames. Rejects with NoAnswer if the page does not
 * respond.
 */
export const readFrontPage = (port: number): Promise<PageFrame | undefined> =>
  onFrontPage(port, (page) => readFrame(page));

/**
 * Runs work on the front page of the browser at that port, and its frames. Returns undefined without a browser. Rejects
 * with NoAnswer if the page does not respond.
 */
export const withFrontPage = <T>(
  port: number,
  work: (page: DevToolsConnection, frame: PageFrame) => Promise<T>,
): Promise<T | undefined> => onFrontPage(port, async (page) => work(page, await readFrame(page)));

/**
 * Resolves when the front page of the browser at that port is drawn; until then Chromium drops input. Resolves
 * immediately without a browser, soon if `isDialogOpen` resolves with true, and always after a timeout. Never rejects.
 */
export async function frontPageDrawn(port: number, isDialogOpen: () => Promise<boolean>): Promise<void> {
  const look = new AbortController();
  const dialog = sleep(UNDER_DIALOG_MS, undefined, { signal: look.signal }).then(isDialogOpen);
  const drawn = onFrontPage(port, (page) => isDrawn(page));
  await within(DRAWN_WITHIN_MS, Promise.race([drawn, opened(dialog)])).catch(() => undefined);
  look.abort();
}

/** Resolves if a dialog is open; otherwise stays pending. */
const opened = (dialog: Promise<boolean>): Promise<undefined> =>
  new Promise((resolve) => {
    dialog.then(
      (isOpen) => isOpen && resolve(undefined),
      () => undefined,
    );
  });

async function onFrontPage<T>(
  port: number,
  read: (page: DevToolsConnection, tabs: readonly [ListedPage, ...ListedPage[]]) => Promise<T>,
): Promise<T | undefined> {
  const [front, ...others] = await listPages(port);
  if (!front) return undefined;
  using page = await connectPage(port, front);
  return await read(page, [front, ...others]);
}

/** Returns the visible nodes of a page: none until it is drawn, undefined if it does not respond. */
async function readShown(page: DevToolsConnection): Promise<{ nodes: UiNode[]; isLoading: boolean } | undefined> {
  try {
    if (!(await isDrawn(page))) return { nodes: [], isLoading: true };
    const [frame, isLoading] = await Promise.all([readFrame(page), loads(page)]);
    return { nodes: new TreeReader(frame).read(), isLoading };
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

async function loads(page: DevToolsConnection): Promise<boolean> {
  const asked = { expression: "document.readyState === 'loading'", returnByValue: true };
  const { result } = await page.call(Loading, "Runtime.evaluate", asked, { timeoutMs: PAGE_ANSWERS_WITHIN_MS });
  return result.value;
}

async function readFrame(page: DevToolsConnection): Promise<PageFrame> {
  // Created first, because it closes connections with invalid events.
  const reader = new FrameReader(page);
  const asked = { expression: ASK_FOR_PLACE, returnByValue: true };
  const place = await page.call(Evaluated, "Runtime.evaluate", asked, { timeoutMs: PAGE_ANSWERS_WITHIN_MS });
  return reader.read(viewportOf(place.result.value));
}

/** Returns the page's position on the screen, below the browser's bars and inside its frame. */
function viewportOf([x = 0, y = 0, outerWidth = 0, outerHeight = 0, width = 0, height = 0]: readonly number[]): Bounds {
  const framePx = Math.max(0, Math.round((outerWidth - width) / 2));
  const left = x + framePx;
  const top = y + Math.max(0, outerHeight - height - framePx);
  return { left, top, right: left + width, bottom: top + height };
}

class TreeReader {
  readonly #frame: PageFrame;
  readonly #nodes: ReadonlyMap<string, AxNode>;
  readonly #root: AxNode | undefined;

  constructor(frame: PageFrame) {
    this.#frame = frame;
    this.#nodes = new Map(frame.nodes.map((node) => [node.nodeId, node]));
    [this.#root] = frame.nodes;
  }

  read(): UiNode[] {
    return this.#root && !isEmpty(this.#frame.bounds) ? this.#nodesOf(this.#root, "") : [];
  }

  /** The page's root has the visible bounds, however far it is scrolled. */
  #placeOf(node: AxNode): Pick<Place, "bounds" | "id"> | undefined {
    if (node === this.#root) return { bounds: this.#frame.bounds, id: "" };
    return node.backendDOMNodeId === undefined ? undefined : this.#frame.places.get(node.backendDOMNodeId);
  }

  /** Returns the node, or its children if the node has no content of its own. `said` is the parent's text. */
  #nodesOf(node: AxNode, said: string): UiNode[] {
    const role = textOf(node.role);
    const name = textOf(node.name);
    const place = this.#placeOf(node);
    const edits = CLASSES.get(role) === EDIT_CLASS || isTextField(node);
    const isSilent = (SILENT.has(role) && !edits) || (role === "StaticText" && (name === "" || said.includes(name)));
    const shows = !node.ignored && place && !isSilent;
    const own = role === "RootWebArea" ? "" : name;
    const valued = edits ? undefined : valuedControl(node, this.#nodes);
    const children = shows && (edits || valued) ? [] : this.#childrenOf(node, shows ? own : said);
    if (!shows) return children;
    const shown = uiNode({
      bounds: place.bounds,
      id: place.id,
      text: name,
      description: textOf(node.description),
      className: CLASSES.get(role) ?? VIEW_CLASS,
      packageName: BROWSER_PACKAGE,
      checkable: CHECKABLE.has(role),
      checked: isOn(node, "checked"),
      clickable: clickable.has(role),
      enabled: !isOn(node, "disabled"),
      focusable: isOn(node, "focusable"),
      focused: isOn(node, "focused"),
      selected: isOn(node, "selected"),
      scrollable: role === "RootWebArea",
      children,
      ...valued,
      ...(edits && { ...field(node, name), children: rangeNodes(node) }),
    });
    const isField = shown.focused && node !== this.#root;
    return [shown, ...(isField ? this.#validation(shown) : [])];
  }

  #childrenOf(node: AxNode, said: string): UiNode[] {
    const children = node.childIds.flatMap((id) => {
      const child = this.#nodes.get(id);
      return child ? this.#nodesOf(child, said) : [];
    });
    const inner = node.backendDOMNodeId === undefined ? undefined : this.#frame.frames.get(node.backendDOMNodeId);
    return inner ? [...children, ...new TreeReader(inner).read()] : children;
  }

  /** The browser's bubble at an invalid field is an alert without an element of the page. */
  #validation({ bounds }: UiNode): UiNode[] {
    const alert = this.#frame.nodes.find(
      (node) => node.backendDOMNodeId === undefined && textOf(node.role) === "alert",
    );
    const text = textOf(alert?.name);
    const className = "android.widget.TextView";
    return text === "" ? [] : [uiNode({ text, className, packageName: BROWSER_PACKAGE, bounds })];
  }
}

const EDIT_CLASS = "android.widget.EditText";

const field = (node: AxNode, name: string): Partial<UiNode> => ({
  className: EDIT_CLASS,
  clickable: true,
  text: textOf(node.value),
  description: name,
});
