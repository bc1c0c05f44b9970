import { cutText } from "@terrarium/bounds/cut-text";
import { uiNode } from "@terrarium/ui-tree/create-node";
import { BROWSER_PACKAGE } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import * as z from "zod";
import { Bus } from "../dbus/bus.ts";
import { describeRole, DIALOG_CLASS, hasText, isFrame, isPage, isPanel, isTable, isUnnamed } from "./roles.ts";
import { rowsOf } from "./table-rows.ts";

/** Limits for all programs together, and a timeout: any program can send anything, or nothing. */
const LIMITS = {
  applications: 40,
  windows: 40,
  nodes: 3_000,
  depth: 60,
  childrenEach: 400,
  textChars: 4_000,
  readMs: 4_000,
};

const ACCESSIBLE = "org.a11y.atspi.Accessible";
const Reference = z.tuple([z.string(), z.string()]);
type Reference = z.infer<typeof Reference>;
const References = z.tuple([z.array(Reference)]);
const States = z.tuple([z.array(z.number()).min(1)]);
const Extents = z.tuple([z.tuple([z.number(), z.number(), z.number(), z.number()])]);
const Word = z.tuple([z.string()]);
const Numeral = z.tuple([z.number()]);
const Properties = z.tuple([z.array(z.tuple([z.string(), z.unknown()]))]);

/** AtspiStateType (at-spi2-core, atspi-constants.h), as bits of the first word. */
const STATES = {
  checked: 4,
  editable: 7,
  enabled: 8,
  focusable: 11,
  focused: 12,
  pressed: 20,
  selected: 23,
  sensitive: 24,
  showing: 25,
};

/** End of the name of an icon that decorates another control (Icon Naming Specification). */
const SYMBOLIC = "-symbolic";

/** Toolkit name of Chromium (org.a11y.atspi.Application). */
const BROWSER_TOOLKIT = "Chromium";

/** A window of a program, as reported by the program. */
export interface ToldWindow {
  /** Process id of the program. */
  pid: number;
  /**
   * Whether it is a browser's window. Its node contains only dialogs: the page is read through DevTools, and the bars
   * are omitted.
   */
  isBrowser: boolean;
  node: UiNode;
}

/** A program and the windows to read. */
interface Program {
  packageName: string;
  isBrowser: boolean;
  /** Paths of its windows. Chromium lists a bubble as a window, and as a child of the window that it belongs to. */
  windows: ReadonlySet<string>;
}

/** Returns whether it is a browser window with pages; the browser's menus have no title. */
export const isBrowserWindow = ({ isBrowser, node }: ToldWindow): boolean =>
  isBrowser && node.text !== "" && !isDialog(node);

/** Returns whether it is a browser's popup without described content, such as the open list of a page's control. */
export const isSilentPopup = ({ isBrowser, node }: ToldWindow): boolean =>
  isBrowser && node.text === "" && node.children.length === 0;

/** Returns whether the browser shows a dialog that blocks a page's input, as `alert` does. */
export const hasPageDialog = (told: readonly ToldWindow[]): boolean =>
  told.some((window) => isBrowserWindow(window) && window.node.children.some(isDialog));

const isDialog = ({ className }: UiNode): boolean => className === DIALOG_CLASS;

/**
 * Returns the visible windows of all programs that support AT-SPI (https://gitlab.gnome.org/GNOME/at-spi2-core),
 * through the session's message bus. Returns none without such a bus, and fewer where a program does not respond in
 * time.
 */
export async function readWindows(sessionBus: string): Promise<ToldWindow[]> {
  const signal = AbortSignal.timeout(LIMITS.readMs);
  const bus = await connectAccessibilityBus(sessionBus, signal);
  if (!bus) return [];
  const reader = new AtSpiReader(bus);
  try {
    await reader.read();
  } catch {
    // Keeps the windows read so far.
  } finally {
    bus.close();
  }
  return reader.windows;
}

/** Returns undefined if there is no accessibility bus. The address comes from the session bus, and may be anything. */
async function connectAccessibilityBus(sessionBus: string, signal: AbortSignal): Promise<Bus | undefined> {
  const session = await Bus.connect(sessionBus, signal).catch(() => undefined);
  if (!session) return undefined;
  try {
    const place = { destination: "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus" };
    const [address] = Word.parse(await session.call({ ...place, member: "GetAddress" }));
    return await Bus.connect(address, signal);
  } catch {
    return undefined;
  } finally {
    session.close();
  }
}

class AtSpiReader {
  readonly #bus: Bus;
  readonly windows: ToldWindow[] = [];
  #nodes = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  async read(): Promise<void> {
    const registry: Reference = ["org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"];
    const applications = await this.#childrenOf(registry);
    await Promise.all(
      applications.slice(0, LIMITS.applications).map((each) => this.#application(each).catch(() => undefined)),
    );
  }

  async #application(application: Reference): Promise<void> {
    const [[pid], properties, toolkit] = await Promise.all([
      this.#bus.callBus("GetConnectionUnixProcessID", application[0]).then((answer) => Numeral.parse(answer)),
      this.#propertiesOf(application),
      this.#toolkitOf(application).catch(() => ""),
    ]);
    // Chromium exposes only its windows until a property of them is read.
    const windows = (await this.#childrenOf(application)).slice(0, LIMITS.windows);
    const isBrowser = toolkit === BROWSER_TOOLKIT;
    const ownName = nameOf(properties)
      .replaceAll(/[^\w.-]+/g, "-")
      .slice(0, 100);
    const packageName = isBrowser ? BROWSER_PACKAGE : ownName;
    const program = { packageName, isBrowser, windows: new Set(windows.map(([, path]) => path)) };
    const read = windows.map(async (window) => {
      const node = await this.#node(window, program, 0);
      if (!node) return;
      if (this.windows.length < LIMITS.windows) this.windows.push({ pid, isBrowser, node });
    });
    await Promise.all(read);
  }

  /**
   * Returns the node with its visible descendants; undefined if nothing is visible, or the program does not respond.
   */
  async #node(at: Reference, program: Program, depth: number, within?: number): Promise<UiNode | undefined> {
    if (depth > LIMITS.depth || ++this.#nodes > LIMITS.nodes) return undefined;
    const asked = await this.#describe(at).catch(() => undefined);
    if (!asked?.is("showing")) return undefined;
    if (program.isBrowser && within !== undefined && isFrame(within) && isPanel(asked.role)) return undefined;
    const { role, is, name, description, extents } = asked;
    const [x, y, width, height] = extents;
    const [text, children] = await Promise.all([
      hasText(role) ? this.#textOf(at).catch(() => "") : "",
      isPage(role) || asked.isLeaf ? [] : this.#childrenOf(at).catch(() => []),
    ]);
    const inner = children.filter(([, path]) => !program.windows.has(path)).slice(0, LIMITS.childrenEach);
    const shown = await Promise.all(inner.map((child) => this.#node(child, program, depth + 1, role)));
    const isOn = is("enabled") || is("sensitive");
    // Placeholders, such as a menu bar's hidden overflow and the icons in a field.
    if (name === "" && !isOn && children.length === 0) return undefined;
    if (name.endsWith(SYMBOLIC)) return undefined;
    const edits = hasText(role) && is("editable");
    const inside = shown.filter((child) => child !== undefined);
    return uiNode({
      ...describeRole(role, edits),
      packageName: program.packageName,
      text: hasText(role) ? text : isUnnamed(role) ? "" : name,
      // A container repeats the tooltip of its control.
      description: hasText(role) ? name || description : isPanel(role) || isUnnamed(role) ? "" : description,
      checked: is("checked") || is("pressed"),
      enabled: isOn,
      focusable: is("focusable"),
      focused: is("focused"),
      selected: is("selected"),
      bounds: { left: x, top: y, right: x + width, bottom: y + height },
      children: isTable(role) ? rowsOf(inside) : inside,
    });
  }

  async #describe(at: Reference) {
    const [[role], [[bits = 0]], properties, [extents]] = await Promise.all([
      this.#ask(at, ACCESSIBLE, "GetRole").then((answer) => Numeral.parse(answer)),
      this.#ask(at, ACCESSIBLE, "GetState").then((answer) => States.parse(answer)),
      this.#propertiesOf(at),
      // Relative to the screen, not to the window.
      this.#ask(at, "org.a11y.atspi.Component", "GetExtents", "u", 0).then((answer) => Extents.parse(answer)),
    ]);
    const is = (state: keyof typeof STATES) => (bits & (1 << STATES[state])) !== 0;
    return {
      role,
      is,
      name: nameOf(properties),
      description: cut(properties.get("Description")),
      extents,
      isLeaf: properties.get("ChildCount") === 0,
    };
  }

  async #textOf(at: Reference): Promise<string> {
    const interfaceName = "org.a11y.atspi.Text";
    const count = { ...place(at), interface: "org.freedesktop.DBus.Properties", member: "Get" };
    const [length] = Numeral.parse(
      await this.#bus.call({ ...count, signature: "ss", args: [interfaceName, "CharacterCount"] }),
    );
    // Reads the end of a terminal or of a long text.
    const from = Math.max(0, length - LIMITS.textChars);
    const [text] = Word.parse(await this.#ask(at, interfaceName, "GetText", "ii", from, length));
    return cutText(text.replaceAll("\ufffc", ""), LIMITS.textChars).trimEnd();
  }

  async #propertiesOf(at: Reference): Promise<Map<string, unknown>> {
    const all = { ...place(at), interface: "org.freedesktop.DBus.Properties", member: "GetAll" };
    const [properties] = Properties.parse(await this.#bus.call({ ...all, signature: "s", args: [ACCESSIBLE] }));
    return new Map(properties);
  }

  async #toolkitOf(application: Reference): Promise<string> {
    const get = { ...place(application), interface: "org.freedesktop.DBus.Properties", member: "Get" };
    const args = ["org.a11y.atspi.Application", "ToolkitName"];
    return Word.parse(await this.#bus.call({ ...get, signature: "ss", args }))[0];
  }

  async #childrenOf(at: Reference): Promise<Reference[]> {
    const [children] = References.parse(await this.#ask(at, ACCESSIBLE, "GetChildren"));
    return children;
  }

  #ask(at: Reference, interfaceName: string, member: string, signature = "", ...args: number[]): Promise<unknown[]> {
    return this.#bus.call({ ...place(at), interface: interfaceName, member, signature, args });
  }
}

const place = ([destination, path]: Reference) => ({ destination, path });
const cut = (value: unknown): string => (typeof value === "string" ? cutText(value, LIMITS.textChars) : "");
const nameOf = (properties: ReadonlyMap<string, unknown>): string => cut(properties.get("Name"));
