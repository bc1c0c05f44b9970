import { setImmediate as turn } from "node:timers/promises";
import { atomSize, type PictureSizes } from "./atom-size.ts";
import type { AtomBox, Box, FlowBox, TextBox } from "./box.ts";
import { layOutFlex } from "./flex-layout.ts";
import { givenWidth, insets, leastHeight, limitedWidth, margins, type Fragment } from "./fragment.ts";
import { IntrinsicWidths } from "./intrinsic.ts";
import type { LayoutEngine } from "./layout-engine.ts";
import { LineBreaker } from "./line-breaker.ts";
import { layOutTable } from "./table-layout.ts";

/** The screen gets its turn after this long. */
const sliceMs = 8;

/** Gives boxes their places, each once. Goes on in slices that let the screen live; rejects with the signal's reason. */
export class BoxLayout {
  readonly #pictures: PictureSizes;
  readonly #fontScale: number;
  readonly #signal: AbortSignal;
  readonly #widths: IntrinsicWidths;
  readonly #engine: LayoutEngine;
  #root: Box | undefined;
  #sliceEndMs = 0;

  constructor(options: { pictures: PictureSizes; fontScale: number; signal: AbortSignal }) {
    this.#pictures = options.pictures;
    this.#fontScale = options.fontScale;
    this.#signal = options.signal;
    this.#widths = new IntrinsicWidths(options.pictures, options.fontScale);
    const layOut: LayoutEngine["layOut"] = (box, width, containing) => this.#layOut(box, width, containing);
    this.#engine = { layOut, widths: this.#widths };
  }

  /** Lays the whole page out. */
  async layOutRoot(box: FlowBox, width: number): Promise<Fragment> {
    this.#root = box;
    return await this.#layOut(box, width, width);
  }

  /** Lays a box out whose border box is this wide; `containing` is the width around it. */
  async #layOut(box: Box, width: number, containing: number): Promise<Fragment> {
    if (performance.now() > this.#sliceEndMs) {
      await turn();
      this.#signal.throwIfAborted();
      this.#sliceEndMs = performance.now() + sliceMs;
    }
    switch (box.kind) {
      case "atom":
        return this.#atom(box, width, containing);
      case "text":
        return await this.#text(box, width);
      case "flow":
        return await this.#flow(box, width, containing);
      case "flex":
        return await layOutFlex(box, width, containing, this.#engine);
      case "table":
        return await layOutTable(box, width, containing, this.#engine);
    }
  }

  #atom(box: AtomBox, most: number, containing: number): Fragment {
    const size = atomSize(box, { most, containing, pictures: this.#pictures, fontScale: this.#fontScale });
    return { box, x: 0, y: 0, ...size, children: [], lines: [] };
  }

  async #text(box: TextBox, width: number): Promise<Fragment> {
    const laid = new Map<Box, Fragment>();
    for (const inline of box.inlines)
      if (inline.kind === "box") laid.set(inline.box, await this.#inline(inline.box, width));
    const sizeOf = (each: Box): { width: number; height: number } => {
      const fragment = laid.get(each);
      const around = margins(each.style, width);
      const extra = each.kind === "atom" ? 4 : 0;
      return {
        width: (fragment?.width ?? 0) + around.left + around.right + extra,
        height: (fragment?.height ?? 0) + around.top + around.bottom + extra,
      };
    };
    const align = box.style.textAlign;
    const breaker = new LineBreaker({ available: width, align, scale: this.#fontScale, sizeOf }).add(box.inlines);
    const children = breaker.boxes.flatMap(({ box: placed, x, y }) => {
      const fragment = laid.get(placed);
      const around = margins(placed.style, width);
      const extra = placed.kind === "atom" ? 2 : 0;
      return fragment ? { ...fragment, x: x + around.left, y: y + around.top + extra } : [];
    });
    return { box, x: 0, y: 0, width, height: breaker.height, children, lines: breaker.lines };
  }

  /** A box in a line is as wide as it likes, up to the line's width. */
  async #inline(box: Box, available: number): Promise<Fragment> {
    const around = margins(box.style, available);
    const room = Math.max(1, available - around.left - around.right);
    if (box.kind === "atom") return this.#atom(box, room, available);
    const wanted = givenWidth(box.style, available) ?? limitedWidth(box.style, this.#widths.of(box).most, available);
    return await this.#layOut(box, Math.min(room, wanted), available);
  }

  /** Where a block stands between the sides, and how wide it is. */
  #blockWidth(box: Box, containing: number): { x: number; width: number } {
    const { style } = box;
    const around = margins(style, containing);
    const room = Math.max(1, containing - around.left - around.right);
    const shrinks = box.kind === "table" || box.kind === "atom" || style.display === "inline-block";
    const filled = limitedWidth(style, shrinks ? Math.min(room, this.#widths.of(box).most) : room, containing);
    // A screen is narrower than the window that the page was made for: nothing is wider than it.
    const width = Math.min(givenWidth(style, containing) ?? filled, Math.max(room, containing - around.left));
    const free = Math.max(0, room - width);
    const { left, right } = style.margin;
    const x = left === "auto" ? (right === "auto" ? free / 2 : free) : around.left;
    return { x, width };
  }

  async #flow(box: FlowBox, width: number, containing: number): Promise<Fragment> {
    const inset = insets(box.style, containing);
    const inner = Math.max(1, width - inset.left - inset.right);
    const children: Fragment[] = [];
    let y = inset.top;
    let margin = 0;
    for (const [index, child] of box.children.entries()) {
      const place = this.#blockWidth(child, inner);
      const fragment = await this.#layOut(child, place.width, inner);
      const above = this.#marginAbove(child, inner);
      const atTop = index === 0 && this.#passesMargin(box, "top");
      // Margins that touch are one, the larger of the two.
      y += atTop ? 0 : Math.max(margin, above, 0) + Math.min(margin, above, 0);
      children.push({ ...fragment, x: inset.left + place.x, y });
      y += fragment.height;
      margin = this.#marginBelow(child, inner);
    }
    if (!this.#passesMargin(box, "bottom")) y += Math.max(0, margin);
    const markerHeight = box.marker ? box.marker.look.size * box.marker.look.lineHeight * this.#fontScale : 0;
    const height = Math.max(y, children.length === 0 ? inset.top + markerHeight : 0) + inset.bottom;
    const fragment = {
      box,
      x: 0,
      y: 0,
      width,
      height: Math.max(height, leastHeight(box.style, containing)),
      children,
      lines: [],
    };
    return box.marker ? { ...fragment, marker: box.marker } : fragment;
  }

  /** Whether the margin of the first or last child goes through the box's own edge (CSS 2.2, section 8.3.1). */
  #passesMargin(box: FlowBox, side: "top" | "bottom"): boolean {
    const { kind, style, marker } = box;
    if (box === this.#root) return false;
    const edge = insets(style, 0)[side];
    return (
      kind === "flow" &&
      edge === 0 &&
      style.display !== "table-cell" &&
      style.display !== "inline-block" &&
      !(marker && side === "top")
    );
  }

  #marginAbove(box: Box, containing: number): number {
    const { top } = margins(box.style, containing);
    const [first] = box.kind === "flow" && this.#passesMargin(box, "top") ? box.children : [];
    return first ? Math.max(top, this.#marginAbove(first, containing)) : top;
  }

  #marginBelow(box: Box, containing: number): number {
    const { bottom } = margins(box.style, containing);
    const last = box.kind === "flow" && this.#passesMargin(box, "bottom") ? box.children.at(-1) : undefined;
    return last ? Math.max(bottom, this.#marginBelow(last, containing)) : bottom;
  }
}
