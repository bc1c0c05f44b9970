import { splitAtBreaks } from "@terrarium/phone-ui/render/line-breaks";
import { atomSize, type PictureSizes } from "./atom-size.ts";
import type { Box, Inline, TableBox } from "./box.ts";
import { givenWidth, insets, limitedWidth, margins } from "./fragment.ts";
import { measure } from "./measure.ts";
import { columnLimits, gridOf } from "./table-columns.ts";

/** The border box's width with every line broken where it can be, and with none. */
export interface Intrinsic {
  least: number;
  most: number;
}

/** A box never asks for more than this. */
const widest = 4000;

/** Finds out how wide boxes would like to be. */
export class IntrinsicWidths {
  readonly #known = new WeakMap<Box, Intrinsic>();
  readonly #pictures: PictureSizes;
  readonly #fontScale: number;

  constructor(pictures: PictureSizes, fontScale: number) {
    this.#pictures = pictures;
    this.#fontScale = fontScale;
  }

  of(box: Box): Intrinsic {
    let known = this.#known.get(box);
    if (!known) {
      known = this.#measure(box);
      this.#known.set(box, known);
    }
    return known;
  }

  /** With the margins. */
  outer(box: Box): Intrinsic {
    const { left, right } = margins(box.style, 0);
    const { least, most } = this.of(box);
    return { least: least + left + right, most: most + left + right };
  }

  /** The narrowest that what is in the box can be, whatever width the box is given. */
  contentLeast(box: Box): number {
    if (box.kind === "atom") return this.of(box).least;
    const { left, right } = insets(box.style, 0);
    return this.#content(box).least + left + right;
  }

  #measure(box: Box): Intrinsic {
    if (box.kind === "atom") {
      // A part of what is not known yet is no width.
      const fixed = box.style.width?.percent === 0 ? box.style.width : undefined;
      const room = { containing: widest, most: widest, pictures: this.#pictures, fontScale: this.#fontScale };
      const { width } = atomSize({ ...box, style: { ...box.style, width: fixed } }, room);
      const shrinks = "image" in box.content || box.content.control.type === "text";
      return { least: shrinks ? Math.min(width, 60) : width, most: width };
    }
    const { style } = box;
    if (style.width && style.width.percent === 0) {
      const width = givenWidth(style, 0) ?? 0;
      return { least: width, most: width };
    }
    const { left, right } = insets(style, 0);
    const { least, most } = this.#content(box);
    const limits = { ...style, maxWidth: style.maxWidth?.percent === 0 ? style.maxWidth : undefined };
    return {
      least: limitedWidth(limits, Math.min(widest, least + left + right), 0),
      most: limitedWidth(limits, Math.min(widest, most + left + right), 0),
    };
  }

  #content(box: Exclude<Box, { kind: "atom" }>): Intrinsic {
    switch (box.kind) {
      case "text":
        return this.#lines(box.inlines);
      case "flow":
        return this.#widest(box.children);
      case "table":
        return this.#table(box);
      case "flex": {
        if (box.style.flexDirection === "column") return this.#widest(box.children);
        const each = box.children.map((child) => this.outer(child));
        const gaps = Math.max(0, each.length - 1) * box.style.columnGap.dp;
        const sum = each.reduce((all, { most }) => all + most, gaps);
        const least = each.reduce((all, one) => (box.style.flexWrap ? Math.max(all, one.least) : all + one.least), 0);
        return { least: least + (box.style.flexWrap ? 0 : gaps), most: sum };
      }
    }
  }

  #widest(boxes: readonly Box[]): Intrinsic {
    let [least, most] = [0, 0];
    for (const box of boxes) {
      const outer = this.outer(box);
      least = Math.max(least, outer.least);
      most = Math.max(most, outer.most);
    }
    return { least, most };
  }

  #table(table: TableBox): Intrinsic {
    const grid = gridOf(table);
    const { least, most } = columnLimits(grid, this, 0);
    const gaps = table.style.borderCollapse ? 0 : (grid.columnCount + 1) * table.style.borderSpacing;
    const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, gaps);
    return { least: sum(least), most: sum(most) };
  }

  #lines(inlines: readonly Inline[]): Intrinsic {
    let [least, most, line] = [0, 0, 0];
    for (const inline of inlines) {
      if (inline.kind === "break") line = 0;
      else if (inline.kind === "box") {
        const outer = this.outer(inline.box);
        least = Math.max(least, outer.least);
        line += outer.most;
      } else {
        const look = { ...inline.look, size: inline.look.size * this.#fontScale };
        for (const word of inline.wrap ? splitAtBreaks(inline.text) : [inline.text]) {
          // The spaces after a word hang over the line's end.
          least = Math.max(least, measure(word.trimEnd(), look));
          line += measure(word, look);
        }
      }
      most = Math.max(most, line);
    }
    // Rounding must not break a line that was measured whole.
    return { least: Math.ceil(least), most: Math.ceil(most + 0.5) };
  }
}
