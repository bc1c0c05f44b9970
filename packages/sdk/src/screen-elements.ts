import { type SelectableNode, SELECTED_STATES } from "@terrarium/ui-tree/fits-selector";

/** An element on a screen. Bounds are pixels of the screen in its current orientation. */
export interface ScreenElement extends SelectableNode {
  bounds: { left: number; top: number; right: number; bottom: number };
}

const NODE = /<node((?:\s+[\w-]+="[^"]*")*)\s*\/?>/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const BOUNDS = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Yields the visible elements of a screen, from the top, given the XML of `uiautomator dump` (AOSP
 * AccessibilityNodeInfoDumper).
 */
export function* elementsIn(xml: string): Generator<ScreenElement, void, void> {
  for (const [, text = ""] of xml.matchAll(NODE)) {
    const attributes = new Map(Array.from(text.matchAll(ATTRIBUTE), ([, name = "", value = ""]) => [name, value]));
    const read = (name: string) => unescape(attributes.get(name) ?? "");
    const [left = 0, top = 0, right = 0, bottom = 0] = (BOUNDS.exec(read("bounds")) ?? []).slice(1).map(Number);
    if (right <= left || bottom <= top) continue;
    const states = SELECTED_STATES.map((state) => [state, read(state) === "true"]);
    yield {
      text: read("text"),
      id: read("resource-id"),
      description: read("content-desc"),
      className: read("class"),
      packageName: read("package"),
      ...(Object.fromEntries(states) as Record<(typeof SELECTED_STATES)[number], boolean>),
      bounds: { left, top, right, bottom },
    };
  }
}

const unescape = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name = "") => {
    if (hex === undefined && decimal === undefined) return ENTITIES[name as string] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
