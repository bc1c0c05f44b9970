import * as z from "zod";
import type { Bounds } from "../../screen/bounds.ts";
import { isEmpty } from "../bounds.ts";
import { uiNode, type UiNode } from "../hierarchy.ts";
import { DevToolsConnection, listPages } from "./dev-tools.ts";
import { isDrawn } from "./drawn.ts";
import { FrameReader, type AxNode, type PageFrame } from "./page-frame.ts";
import type { Place } from "./page-places.ts";
import { within } from "./within.ts";

const Evaluated = z.object({ result: z.object({ value: z.array(z.number()).length(6) }) });
/** A page that lies about its place misleads those who tap on it, and no other page. */
const askForPlace = "[screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight]";

const WindowPlace = z.object({
  bounds: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
});

/** So long those wait who use a page that is not drawn, or does not answer, as while it shows an alert. */
const drawnWithinMs = 2_000;

const packageName = "org.chromium.browser";
const view = "android.view.View";
/** What roles of ARIA are on Android. */
const classes: ReadonlyMap<string, string> = new Map([
  ["RootWebArea", "android.webkit.WebView"],
  ["textbox", "android.widget.EditText"],
  ["searchbox", "android.widget.EditText"],
  ["spinbutton", "android.widget.EditText"],
  ["button", "android.widget.Button"],
  ["checkbox", "android.widget.CheckBox"],
  ["radio", "android.widget.RadioButton"],
  ["switch", "android.widget.Switch"],
  ["combobox", "android.widget.Spinner"],
  ["listbox", "android.widget.ListView"],
  ["slider", "android.widget.SeekBar"],
  ["progressbar", "android.widget.ProgressBar"],
  ["image", "android.widget.Image"],
  ["link", "android.widget.TextView"],
  ["heading", "android.widget.TextView"],
  ["StaticText", "android.widget.TextView"],
]);
const clickable = new Set(
  "button checkbox radio switch combobox link menuitem option slider spinbutton tab textbox searchbox treeitem".split(
    " ",
  ),
);
const checkable = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
/** What holds others and says nothing by itself. */
const silent = new Set(["generic", "none", "presentation", "InlineTextBox", "LineBreak", "ListMarker"]);

/** What is shown of the page in front of the browser on that port; nothing if there is none, or none of it yet. */
export const readBrowserTree = async (port: number): Promise<UiNode[]> => (await onFrontPage(port, readShown)) ?? [];

/** A window of the browser, as that tells of it. */
export interface BrowserWindow {
  /** With its frame and its shadow, on the screen or beyond its edge. */
  bounds: Bounds;
  /** What is shown of its page. */
  page: readonly UiNode[];
}

/** The window of the page in front; undefined if there is none. */
export const readBrowserWindow = (port: number): Promise<BrowserWindow | undefined> =>
  onFrontPage(port, async (page) => {
    const [shown, { bounds }] = await Promise.all([
      readShown(page),
      page.call(WindowPlace, "Browser.getWindowForTarget"),
    ]);
    const { left, top, width, height } = bounds;
    return { bounds: { left, top, right: left + width, bottom: top + height }, page: shown };
  });

/** The page in front of the browser on that port, with its frames. */
export const readFrontPage = (port: number): Promise<PageFrame | undefined> => onFrontPage(port, readFrame);

/**
 * Resolves when the page in front of the browser on that port is drawn, which it is soon after it has come to the front:
 * until then Chromium drops what is done on it. At once if there is no browser, after a while if it is not. Never rejects.
 */
export async function frontPageDrawn(port: number): Promise<void> {
  await within(drawnWithinMs, onFrontPage(port, isDrawn)).catch(() => undefined);
}

async function onFrontPage<T>(port: number, read: (page: DevToolsConnection) => Promise<T>): Promise<T | undefined> {
  const [front] = await listPages(port);
  if (!front) return undefined;
  const page = await DevToolsConnection.connect(front.url);
  try {
    return await read(page);
  } finally {
    page.close();
  }
}

const readShown = async (page: DevToolsConnection): Promise<UiNode[]> =>
  (await isDrawn(page)) ? new TreeReader(await readFrame(page)).read() : [];

async function readFrame(page: DevToolsConnection): Promise<PageFrame> {
  const place = await page.call(Evaluated, "Runtime.evaluate", { expression: askForPlace, returnByValue: true });
  return new FrameReader(page).read(viewportOf(place.result.value));
}

/** Where the page is on the screen: the bars of the browser are above it, and its frame around both. */
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

  /** The page itself is where it shows, however far it is scrolled. */
  #placeOf(node: AxNode): Pick<Place, "bounds" | "id"> | undefined {
    if (node === this.#root) return { bounds: this.#frame.bounds, id: "" };
    return node.backendDOMNodeId === undefined ? undefined : this.#frame.places.get(node.backendDOMNodeId);
  }

  /** The node, or its children in its place if it shows nothing by itself. `said` is what the node above says. */
  #nodesOf(node: AxNode, said: string): UiNode[] {
    const role = textOf(node.role);
    const [name, value] = [textOf(node.name), textOf(node.value)];
    const place = this.#placeOf(node);
    const shows = !node.ignored && place && !silent.has(role) && !(role === "StaticText" && said.includes(name));
    const own = role === "RootWebArea" ? "" : name;
    const inner = node.backendDOMNodeId === undefined ? undefined : this.#frame.frames.get(node.backendDOMNodeId);
    const children = node.childIds.flatMap((id) => {
      const child = this.#nodes.get(id);
      return child ? this.#nodesOf(child, shows ? own : said) : [];
    });
    if (inner) children.push(...new TreeReader(inner).read());
    if (!shows) return children;
    const is = (property: string) => {
      const found = node.properties.find((each) => each.name === property)?.value?.value;
      return found === true || found === "true";
    };
    const edits = classes.get(role) === "android.widget.EditText" || is("editable");
    return [
      uiNode({
        bounds: place.bounds,
        id: place.id,
        text: edits ? value : name,
        description: edits ? name : textOf(node.description),
        className: edits ? "android.widget.EditText" : (classes.get(role) ?? view),
        packageName,
        checkable: checkable.has(role),
        checked: is("checked"),
        clickable: clickable.has(role),
        enabled: !is("disabled"),
        focusable: is("focusable"),
        focused: is("focused"),
        selected: is("selected"),
        scrollable: role === "RootWebArea",
        children,
      }),
    ];
  }
}

const textOf = (field: { value?: unknown } | undefined): string =>
  typeof field?.value === "string" || typeof field?.value === "number" ? String(field.value) : "";
