import { randomUUID } from "node:crypto";
import { areaOf, centerOf } from "@terrarium/ui-tree/bounds";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { HelperPhone } from "../host/helper-definition.ts";
import type { Point } from "../screen/gesture.ts";
import { readScreen, type ScreenTree, screenNow } from "../screen/screen-tree.ts";
import { elementIdOf, elementModel, Elements } from "./elements.ts";
import { type By, findNodes, firstOf } from "./find.ts";
import { Gestures } from "./gestures.ts";
import type { Search } from "./search.ts";
import type { Settings } from "./settings.ts";
import { noSuchElement } from "./wire-error.ts";

/** A client's session: its elements, and what it does with the phone. */
export class Session {
  readonly id = randomUUID();
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly phone: HelperPhone;
  readonly settings: Settings;
  readonly gestures: Gestures;
  readonly signal: AbortSignal;
  readonly #elements = new Elements();

  constructor(options: {
    capabilities: Readonly<Record<string, unknown>>;
    phone: HelperPhone;
    settings: Settings;
    signal: AbortSignal;
  }) {
    this.capabilities = options.capabilities;
    this.phone = options.phone;
    this.settings = options.settings;
    this.signal = options.signal;
    this.gestures = new Gestures(options.phone, options.signal);
  }

  /** Reads the screen once it is at rest, unless the client has switched this off. */
  async read(): Promise<ScreenTree> {
    const tree = this.settings.waitForIdleTimeout > 0 ? await readScreen(this.phone) : screenNow(this.phone);
    return this.settings.enableMultiWindows ? { ...tree, roots: this.phone.ui.hierarchy().windows } : tree;
  }

  /** Finds the first element, or all. Throws WireError if one is wanted and there is none. */
  async find(by: By & { context?: string | undefined; multiple?: boolean | undefined }): Promise<unknown> {
    const { strategy, selector, context = "", multiple = false } = by;
    const within = context === "" ? undefined : await this.node(context);
    const found = await findNodes(this.#search, { strategy, selector }, within);
    const tree = await this.read();
    if (multiple) return this.#elements.add(found, tree).map((id, i) => this.#model(id, found[i]));
    const first = firstOf(found);
    if (!first) throw noSuchElement();
    const [id = ""] = this.#elements.add([first], tree, within ? undefined : { strategy, selector });
    return this.#model(id, first);
  }

  /** Returns an element as it is on the screen now. Throws WireError if it is gone. */
  node(id: string): Promise<UiNode> {
    return this.#elements.get(id, this.#search);
  }

  /** Returns the element with the focus. Throws WireError if none has it. */
  async focused(): Promise<unknown> {
    const [found] = await findNodes(this.#search, { strategy: "xpath", selector: "//*[@focused='true']" });
    if (!found) throw noSuchElement();
    const [id = ""] = this.#elements.add([found], await this.read());
    return this.#model(id, found);
  }

  /** Returns the middle of an element. Throws WireError if nothing of it can be seen. */
  async center(origin: Readonly<Record<string, string>>): Promise<Point> {
    const { bounds } = await this.node(elementIdOf(origin));
    if (areaOf(bounds) === 0) throw noSuchElement();
    return centerOf(bounds);
  }

  get #search(): Search {
    return {
      phone: this.phone,
      read: () => this.read(),
      completesIds: !this.settings.disableIdLocatorAutocompletion,
      signal: this.signal,
    };
  }

  /** Adds the attributes that a client wants with each element. */
  #model(id: string, node: UiNode | undefined): Record<string, string> {
    const model = elementModel(id);
    if (this.settings.shouldUseCompactResponses || !node) return model;
    const names = this.settings.elementResponseAttributes.split(",");
    if (names.includes("name")) model["name"] = node.description;
    if (names.includes("text")) model["text"] = node.text;
    return model;
  }
}
