import { setImmediate as nextTurn } from "node:timers/promises";
import { cutText } from "@terrarium/bounds/cut-text";
import { UI_TREE_LIMITS } from "@terrarium/contract/limits";
import { Parser } from "htmlparser2";
import type { Bounds } from "./bounds.ts";
import type { ParsedNode, UiTree } from "./ui-node.ts";

/** Size parsed at once: about 500 short nodes. */
const CHUNK_CHARS = 16_384;
/** End of a complete dump. The parser would silently complete a truncated one. */
const END = /(<\/hierarchy>|<hierarchy[^<>]*\/>)\s*$/;
const BOUNDS = /^\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]$/;

type OpenNode = ParsedNode & { children: ParsedNode[] };

/**
 * Parses the XML of `uiautomator dump`. Throws an Error if it is invalid, or exceeds UI_TREE_LIMITS: the device that
 * sends it is untrusted. Supports only XML's own entities, because a document type is rejected.
 */
export async function parseHierarchy(xml: string): Promise<UiTree> {
  if (xml.length > UI_TREE_LIMITS.chars) throw new Error(`it has more than ${UI_TREE_LIMITS.chars} characters`);
  if (!END.test(xml.slice(-200))) throw new Error("it is not a whole hierarchy");
  const reading = new Reading();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reading.open(name, attributes),
      onclosetag: () => reading.close(),
      onprocessinginstruction: (name) => reading.instruct(name),
    },
    { xmlMode: true },
  );
  for (let from = 0; from < xml.length; from += CHUNK_CHARS) {
    if (from > 0) await nextTurn();
    parser.write(xml.slice(from, from + CHUNK_CHARS));
  }
  parser.end();
  return { ...reading.result(), xml };
}

class Reading {
  readonly #nodes: ParsedNode[] = [];
  readonly #roots: ParsedNode[] = [];
  readonly #open: OpenNode[] = [];
  #rotation: number | undefined;
  #depth = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > UI_TREE_LIMITS.depth) throw new Error(`it is deeper than ${UI_TREE_LIMITS.depth} levels`);
    if (this.#depth === 1) return this.#begin(name, attributes);
    if (name !== "node") throw new Error(`it has a <${cutText(name, 40)}>`);
    if (this.#nodes.length >= UI_TREE_LIMITS.nodes) throw new Error(`it has more than ${UI_TREE_LIMITS.nodes} nodes`);
    const parent = this.#open.at(-1);
    const siblings = parent ? parent.children : this.#roots;
    const node = readNode(attributes, [...(parent?.path ?? []), siblings.length]);
    siblings.push(node);
    this.#nodes.push(node);
    this.#open.push(node);
  }

  close(): void {
    this.#depth -= 1;
    this.#open.pop();
  }

  instruct(name: string): void {
    if (name !== "?xml") throw new Error("it contains a document type or a processing instruction");
  }

  result(): Omit<UiTree, "xml"> {
    if (this.#rotation === undefined) throw new Error("it is not a hierarchy");
    return { rotation: this.#rotation, nodes: this.#nodes, roots: this.#roots };
  }

  #begin(name: string, { rotation = "0" }: Readonly<Record<string, string>>): void {
    if (name !== "hierarchy" || this.#rotation !== undefined) throw new Error("it is not one hierarchy");
    if (!/^[0-3]$/.test(rotation)) throw new Error(`its rotation is ${JSON.stringify(cutText(rotation, 20))}`);
    this.#rotation = Number(rotation);
  }
}

function readNode(attributes: Readonly<Record<string, string>>, path: number[]): OpenNode {
  const text = (name: string) => attributes[name] ?? "";
  const is = (name: string) => attributes[name] === "true";
  return {
    text: text("text"),
    id: text("resource-id"),
    className: text("class"),
    packageName: text("package"),
    description: text("content-desc"),
    bounds: readBounds(text("bounds")),
    checkable: is("checkable"),
    checked: is("checked"),
    clickable: is("clickable"),
    enabled: is("enabled"),
    focusable: is("focusable"),
    focused: is("focused"),
    scrollable: is("scrollable"),
    longClickable: is("long-clickable"),
    password: is("password"),
    selected: is("selected"),
    path,
    children: [],
  };
}

function readBounds(text: string): Bounds {
  const sides = BOUNDS.exec(text)?.slice(1).map(Number);
  if (!sides) throw new Error(`bounds ${JSON.stringify(cutText(text, 60))} are none`);
  const [left = 0, top = 0, right = 0, bottom = 0] = sides;
  return { left, top, right, bottom };
}
