import { splitAtBreaks } from "../../../ui/render/line-breaks.ts";
import { isRightToLeft } from "../../../ui/render/text-direction.ts";
import { measure } from "./measure.ts";
import type { Align, Inline, InlineStyle, PageControl, PageImage } from "./page-model.ts";

/** A stretch of text in one look on a line; all lengths are dp from the block's top left. */
export interface LaidRun {
  x: number;
  width: number;
  text: string;
  style: InlineStyle;
}

/** A picture or a control in a line. */
export interface LaidBox {
  x: number;
  y: number;
  width: number;
  height: number;
  image?: PageImage;
  control?: PageControl;
  href?: string;
}

export interface LaidLine {
  y: number;
  height: number;
  baseline: number;
  text: string;
  runs: readonly LaidRun[];
}

/** How large a picture or a control is, given the width that there is. */
export type BoxSize = (inline: Inline, available: number) => { width: number; height: number };

const lineHeightFactor = 1.5;
/** A word longer than this is broken whatever it is made of. */
const longestWord = 80;

interface Item {
  width: number;
  space: boolean;
  text?: string;
  style?: InlineStyle;
  box?: Omit<LaidBox, "x" | "y">;
}

/** Puts what stands in a block into lines no wider than `available`, where words allow it. */
export class LineBreaker {
  readonly lines: LaidLine[] = [];
  readonly boxes: LaidBox[] = [];
  readonly #available: number;
  readonly #align: Align;
  readonly #scale: number;
  readonly #boxSize: BoxSize;
  #items: Item[] = [];
  #width = 0;
  #y = 0;
  #lastSize = 16;
  /** The block is read from right to left: lines begin at the right, and so do "start" and "end". */
  #rtl = false;

  constructor(options: { available: number; align: Align; scale: number; boxSize: BoxSize }) {
    this.#available = options.available;
    this.#align = options.align;
    this.#scale = options.scale;
    this.#boxSize = options.boxSize;
  }

  /** All lines so far are this high together. */
  get height(): number {
    return this.#y;
  }

  add(inlines: readonly Inline[], pre: boolean): this {
    this.#rtl = isRightToLeft(inlines.map((inline) => (inline.kind === "text" ? inline.text : " ")).join(""));
    for (const inline of inlines) {
      if (inline.kind === "break") this.#endLine();
      else if (inline.kind === "text") this.#addText(inline.text, this.#scaled(inline.style), pre);
      else this.#addBox(inline);
    }
    if (this.#items.length > 0) this.#endLine();
    return this;
  }

  #scaled(style: InlineStyle): InlineStyle {
    return this.#scale === 1 ? style : { ...style, size: style.size * this.#scale };
  }

  #addText(text: string, style: InlineStyle, pre: boolean): void {
    for (const word of splitAtBreaks(text).flatMap((piece) => piece.split(/(\s+)/).filter((part) => part !== ""))) {
      if (!pre && word.trim() === "") {
        if (this.#items.length > 0) this.#append({ text: " ", style, space: true, width: measure(" ", style) });
      } else if (word.length > longestWord || (pre && word.length > 1)) this.#addPieces(word, style);
      else this.#addWord(word, style);
    }
  }

  #addWord(text: string, style: InlineStyle): void {
    const width = measure(text, style);
    const space = text.trim() === "";
    if (this.#width + width > this.#available && this.#items.length > 0) this.#endLine();
    if (width > this.#available && text.length > 1) this.#addPieces(text, style);
    else this.#append({ text, style, space, width });
  }

  /** A word that is wider than the line breaks where the line ends. */
  #addPieces(word: string, style: InlineStyle): void {
    const characters = Array.from(word);
    for (let at = 0; at < characters.length;) {
      const room = this.#available - this.#width;
      let count = Math.min(characters.length - at, longestWord);
      let text = characters.slice(at, at + count).join("");
      while (count > 1 && measure(text, style) > room) {
        count = Math.floor(count * 0.75);
        text = characters.slice(at, at + count).join("");
      }
      const width = measure(text, style);
      if (width > room && this.#items.length > 0) {
        this.#endLine();
        continue;
      }
      this.#append({ text, style, space: text.trim() === "", width });
      at += count;
    }
  }

  #addBox(inline: Inline & { kind: "image" | "control" }): void {
    const size = this.#boxSize(inline, this.#available);
    if (size.width === 0) return;
    if (this.#width + size.width > this.#available && this.#items.length > 0) this.#endLine();
    const what =
      inline.kind === "control"
        ? { control: inline.control }
        : { image: inline.image, ...(inline.href === undefined ? {} : { href: inline.href }) };
    this.#append({ width: size.width + 4, space: false, box: { ...size, ...what } });
  }

  #append(item: Item): void {
    this.#items.push(item);
    this.#width += item.width;
  }

  #endLine(): void {
    const items = this.#items;
    while (items.at(-1)?.space && items.length > 1) this.#width -= items.pop()?.width ?? 0;
    const size = items.reduce((most, { style }) => Math.max(most, style?.size ?? 0), 0) || this.#lastSize;
    this.#lastSize = size;
    const textHeight = size * lineHeightFactor;
    const boxHeight = items.reduce((most, { box }) => Math.max(most, box ? box.height + 8 : 0), 0);
    const height = Math.max(textHeight, boxHeight);
    // Beside a picture the text stands at its foot, beside a control in its middle.
    const beside = items.some(({ box }) => box?.control) ? (height - textHeight) / 2 : height - textHeight;
    const free = Math.max(0, this.#available - this.#width);
    let x = this.#align === "center" ? free / 2 : this.#align === "end" ? free : 0;
    const runs: LaidRun[] = [];
    for (const { text, style, width, box } of items) {
      const left = this.#rtl ? this.#available - x - width : x;
      if (box) this.boxes.push({ ...box, x: left, y: this.#y + (height - box.height) / 2 });
      else if (text !== undefined && style) addRun(runs, { x: left, width, text, style });
      x += width;
    }
    const text = runs.map((run) => run.text).join("");
    const baseline = this.#y + beside + (textHeight - size * 1.17) / 2 + size * 0.93;
    this.lines.push({ y: this.#y, height, baseline, text, runs });
    this.#y += height;
    this.#items = [];
    this.#width = 0;
  }
}

/** Adds a word to the line's last run if it stands next to it and looks the same. */
function addRun(runs: LaidRun[], run: LaidRun): void {
  const last = runs.at(-1);
  const touches =
    last !== undefined && (Math.abs(last.x + last.width - run.x) < 0.01 || Math.abs(run.x + run.width - last.x) < 0.01);
  if (last?.style !== run.style || !touches) runs.push(run);
  else {
    const x = Math.min(last.x, run.x);
    runs[runs.length - 1] = { ...last, x, text: last.text + run.text, width: last.width + run.width };
  }
}
