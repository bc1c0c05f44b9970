import { setImmediate as turn } from "node:timers/promises";
import { lengthIn } from "../css/values.ts";
import { atomSize, type PictureSizes } from "./atom-size.ts";
import type { AtomBox, Box, FlexBox, FlowBox, TableBox, TextBox } from "./box.ts";
import { flexedSizes, flexLines, spread, type FlexItem } from "./flex-sizes.ts";
import { givenWidth, insets, leastHeight, limitedWidth, margins, type Fragment } from "./fragment.ts";
import { IntrinsicWidths } from "./intrinsic.ts";
import { LineBreaker } from "./line-breaker.ts";
import { columnWidths, gridOf, type PlacedCell } from "./table-columns.ts";

/** The screen gets its turn after this long. */
const sliceMs = 8;

/** Gives boxes their places, each once. Goes on in slices that let the screen live; rejects with the signal's reason. */
export class BoxLayout {
  readonly #pictures: PictureSizes;
  readonly #fontScale: number;
  readonly #signal: AbortSignal;
  readonly #widths: IntrinsicWidths;
  #root: Box | undefined;
  #sliceEndMs = 0;

  constructor(options: { pictures: PictureSizes; fontScale: number; signal: AbortSignal }) {
    this.#pictures = options.pictures;
    this.#fontScale = options.fontScale;
    this.#signal = options.signal;
    this.#widths = new IntrinsicWidths(options.pictures, options.fontScale);
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
        return await this.#flex(box, width, containing);
      case "table":
        return await this.#table(box, width, containing);
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

  async #flex(box: FlexBox, width: number, containing: number): Promise<Fragment> {
    const inset = insets(box.style, containing);
    const inner = Math.max(1, width - inset.left - inset.right);
    const isRow = box.style.flexDirection === "row";
    const placed = isRow ? await this.#flexRows(box, inner) : await this.#flexColumn(box, inner);
    const height = Math.max(placed.height + inset.top + inset.bottom, leastHeight(box.style, containing));
    const spare = isRow ? 0 : height - inset.top - inset.bottom - placed.height;
    const down = isRow ? { start: 0, between: 0 } : spread(box.style.justify, spare, placed.children.length);
    const children = placed.children.map((child, index) => ({
      ...child,
      x: child.x + inset.left,
      y: child.y + inset.top + down.start + index * down.between,
    }));
    return { box, x: 0, y: 0, width, height, children, lines: [] };
  }

  #flexItem(box: Box, inner: number): FlexItem {
    const { style } = box;
    const around = margins(style, inner);
    const edges = around.left + around.right;
    const own = this.#widths.of(box);
    const basis =
      style.basis && style.basis.dp + style.basis.percent > 0
        ? limitedWidth(style, lengthIn(style.basis, inner), inner)
        : undefined;
    const isZero = style.basis !== undefined && basis === undefined;
    const width = basis ?? (isZero ? 0 : (givenWidth(style, inner) ?? limitedWidth(style, own.most, inner)));
    const least = style.minWidth
      ? limitedWidth(style, 0, inner)
      : Math.min(this.#widths.contentLeast(box), givenWidth(style, inner) ?? Infinity);
    return { base: width + edges, least: Math.min(least, inner) + edges, grow: style.grow, shrink: style.shrink };
  }

  async #flexRows(box: FlexBox, inner: number): Promise<{ children: Fragment[]; height: number }> {
    const { style } = box;
    const items = box.children.map((child) => this.#flexItem(child, inner));
    const columnGap = lengthIn(style.columnGap, inner);
    const starts = flexLines(items, inner, columnGap, style.flexWrap);
    const children: Fragment[] = [];
    let y = 0;
    for (const [line, start] of starts.entries()) {
      const end = starts[line + 1] ?? items.length;
      const boxes = box.children.slice(start, end);
      const sizes = flexedSizes(items.slice(start, end), inner, columnGap);
      const placed = await this.#flexLine(box, boxes, sizes, inner, columnGap);
      const least =
        starts.length === 1 ? leastHeight(style, inner) - insets(style, inner).top - insets(style, inner).bottom : 0;
      const height = Math.max(least, ...placed.map(({ fragment, above, below }) => fragment.height + above + below), 0);
      if (line > 0) y += lengthIn(style.rowGap, inner);
      for (const { fragment, above, below } of placed) {
        const align = fragment.box.style.alignSelf ?? style.align;
        const free = height - fragment.height - above - below;
        const stretched =
          align === "stretch" && fragment.box.kind !== "atom" && fragment.box.style.height === undefined;
        const down = align === "center" ? free / 2 : align === "end" ? free : 0;
        children.push({ ...fragment, y: y + above + down, ...(stretched ? { height: fragment.height + free } : {}) });
      }
      y += height;
    }
    return { children, height: y };
  }

  /** Lays the items of one line out beside each other. */
  async #flexLine(box: FlexBox, boxes: readonly Box[], sizes: readonly number[], inner: number, gap: number) {
    const used = sizes.reduce((sum, size) => sum + size, gap * Math.max(0, boxes.length - 1));
    const autos = boxes
      .flatMap(({ style }) => [style.margin.left, style.margin.right])
      .filter((each) => each === "auto");
    const auto = autos.length === 0 ? 0 : Math.max(0, inner - used) / autos.length;
    const { start, between } = spread(box.style.justify, autos.length === 0 ? inner - used : 0, boxes.length);
    const placed: { fragment: Fragment; above: number; below: number }[] = [];
    let x = start;
    for (const [index, child] of boxes.entries()) {
      const around = margins(child.style, inner);
      const size = sizes[index] ?? 0;
      if (child.style.margin.left === "auto") x += auto;
      const fragment = await this.#layOut(child, Math.max(1, size - around.left - around.right), inner);
      placed.push({ fragment: { ...fragment, x: x + around.left }, above: around.top, below: around.bottom });
      x += size + gap + between + (child.style.margin.right === "auto" ? auto : 0);
    }
    return placed;
  }

  async #flexColumn(box: FlexBox, inner: number): Promise<{ children: Fragment[]; height: number }> {
    const children: Fragment[] = [];
    let y = 0;
    for (const [index, child] of box.children.entries()) {
      const { style } = child;
      const around = margins(style, inner);
      const align = style.alignSelf ?? box.style.align;
      const room = Math.max(1, inner - around.left - around.right);
      const wanted =
        givenWidth(style, inner) ??
        limitedWidth(style, align === "stretch" ? room : this.#widths.of(child).most, inner);
      const width = Math.min(room, wanted);
      const fragment = await this.#layOut(child, width, inner);
      const centred = style.margin.left === "auto" && style.margin.right === "auto";
      const free = room - fragment.width;
      const x = align === "center" || centred ? free / 2 : align === "end" ? free : 0;
      if (index > 0) y += lengthIn(box.style.rowGap, inner);
      y += around.top;
      children.push({ ...fragment, x: x + around.left, y });
      y += fragment.height + around.bottom;
    }
    return { children, height: y };
  }

  async #table(box: TableBox, width: number, containing: number): Promise<Fragment> {
    const inset = insets(box.style, containing);
    const spacing = box.style.borderCollapse ? 0 : box.style.borderSpacing;
    const grid = gridOf(box);
    const room = Math.max(1, width - inset.left - inset.right - spacing * (grid.columnCount + 1));
    const columns = columnWidths(grid, this.#widths, room, box.style.width !== undefined);
    const lefts = offsets(columns, inset.left + spacing, spacing);
    const children: Fragment[] = [];
    let top = inset.top;
    if (box.caption) {
      const caption = await this.#layOut(box.caption, width, containing);
      children.push({ ...caption, x: 0, y: top });
      top += caption.height;
    }
    const cells: { placed: PlacedCell; fragment: Fragment }[] = [];
    for (const placed of grid.cells) {
      const { column, columns: span, cell } = placed;
      const right = (lefts[column + span] ?? 0) - spacing;
      cells.push({ placed, fragment: await this.#layOut(cell.box, Math.max(1, right - (lefts[column] ?? 0)), room) });
    }
    const heights = rowHeights(box, cells, spacing);
    const tops = offsets(heights, top + spacing, spacing);
    for (const [row, { style }] of box.rows.entries()) {
      // What the row has of its own lies behind its cells.
      if (style.background === undefined && !Object.values(style.border).some(({ visible }) => visible)) continue;
      const own: FlowBox = { kind: "flow", style, anchors: [], action: undefined, children: [], marker: undefined };
      const place = {
        x: inset.left,
        y: tops[row] ?? 0,
        width: width - inset.left - inset.right,
        height: heights[row] ?? 0,
      };
      children.push({ box: own, ...place, children: [], lines: [] });
    }
    for (const { placed, fragment } of cells) {
      const bottom = (tops[placed.row + placed.rows] ?? 0) - spacing;
      const y = tops[placed.row] ?? 0;
      const without = { top: placed.row > 0, left: placed.column > 0 };
      const cell = { ...aligned(fragment, bottom - y), x: lefts[placed.column] ?? 0, y };
      children.push(box.style.borderCollapse ? { ...cell, without } : cell);
    }
    return { box, x: 0, y: 0, width, height: (tops.at(-1) ?? top) + inset.bottom, children, lines: [] };
  }
}

/** Where each begins, and at the end where another one would. */
function offsets(sizes: readonly number[], start: number, gap: number): number[] {
  const found = [start];
  for (const size of sizes) found.push((found.at(-1) ?? 0) + size + gap);
  return found;
}

/** As high as the highest cell; what reaches over several rows makes the last of them higher where it must. */
function rowHeights(
  table: TableBox,
  cells: readonly { placed: PlacedCell; fragment: Fragment }[],
  spacing: number,
): number[] {
  const heights = table.rows.map(({ style }) => leastHeight(style, 0));
  for (const { placed, fragment } of cells)
    if (placed.rows === 1) heights[placed.row] = Math.max(heights[placed.row] ?? 0, fragment.height);
  for (const { placed, fragment } of cells) {
    if (placed.rows === 1) continue;
    const own = heights.slice(placed.row, placed.row + placed.rows);
    const missing = fragment.height - own.reduce((sum, height) => sum + height, spacing * (placed.rows - 1));
    const last = placed.row + placed.rows - 1;
    if (missing > 0) heights[last] = (heights[last] ?? 0) + missing;
  }
  return heights;
}

/** A cell as high as its row, what is in it at the top, in the middle or at the bottom. */
function aligned(cell: Fragment, height: number): Fragment {
  const free = Math.max(0, height - cell.height);
  const { verticalAlign } = cell.box.style;
  const down = verticalAlign === "top" ? 0 : verticalAlign === "bottom" ? free : free / 2;
  return {
    ...cell,
    height,
    children: down === 0 ? cell.children : cell.children.map((child) => ({ ...child, y: child.y + down })),
  };
}
