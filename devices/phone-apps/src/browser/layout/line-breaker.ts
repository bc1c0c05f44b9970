import { splitAtBreaks } from "@terrarium/phone-ui/render/line-breaks";
import { isRightToLeft } from "@terrarium/phone-ui/render/text-direction";
import type { Align } from "../css/computed-style.ts";
import type { Box, Inline, Look, PageAction } from "./box.ts";
import { measure } from "./measure.ts";

/** A stretch of text in one look on a line; all lengths are dp. */
export interface LaidRun {
  x: number;
  width: number;
  text: string;
  look: Look;
  action: PageAction | undefined;
}

export interface LaidLine {
  y: number;
  height: number;
  baseline: number;
  text: string;
  runs: readonly LaidRun[];
}

/** A box in a line: a picture, a control, or what else is laid out as one. */
export interface PlacedBox {
  box: Box;
  x: number;
  y: number;
}

/** A word longer than this is broken whatever it is made of. */
const longestWord = 80;

interface Item {
  width: number;
  space: boolean;
  text?: string;
  look?: Look;
  action?: PageAction | undefined;
  box?: { box: Box; height: number };
}

/** Puts what stands beside each other into lines no wider than `available`, where words allow it. */
export class LineBreaker {
  readonly lines: LaidLine[] = [];
  readonly boxes: PlacedBox[] = [];
  readonly #options: {
    available: number;
    align: Align;
    /** How much larger than the page says text is. */
    scale: number;
    /** With its margins. */
    sizeOf: (box: Box) => { width: number; height: number };
  };
  readonly #scaledLooks = new Map<Look, Look>();
  #items: Item[] = [];
  #width = 0;
  #y = 0;
  #lastLook: Look | undefined;
  /** The text is read from right to left: lines begin at the right, and so do "start" and "end". */
  #rtl = false;

  constructor(options: {
    available: number;
    align: Align;
    scale: number;
    sizeOf: (box: Box) => { width: number; height: number };
  }) {
    this.#options = options;
  }

  /** All lines so far are this high together. */
  get height(): number {
    return this.#y;
  }

  add(inlines: readonly Inline[]): this {
    this.#rtl = isRightToLeft(inlines.map((inline) => (inline.kind === "text" ? inline.text : " ")).join(""));
    for (const inline of inlines) {
      if (inline.kind === "break") this.#endLine();
      else if (inline.kind === "text") this.#addText(inline, this.#scaled(inline.look));
      else this.#addBox(inline.box);
    }
    if (this.#items.length > 0) this.#endLine();
    return this;
  }

  #scaled(look: Look): Look {
    const { scale } = this.#options;
    if (scale === 1) return look;
    let scaled = this.#scaledLooks.get(look);
    if (!scaled) {
      scaled = { ...look, size: look.size * scale };
      this.#scaledLooks.set(look, scaled);
    }
    return scaled;
  }

  #addText({ text, action, wrap }: Inline & { kind: "text" }, look: Look): void {
    const parts = wrap
      ? splitAtBreaks(text).flatMap((piece) => piece.split(/(\s+)/).filter((part) => part !== ""))
      : [text];
    for (const [index, part] of parts.entries()) {
      const space = part.trim() === "";
      // Letters that another element goes on with are one word with those before it.
      if (index === 0 && !space && this.#overflows(part, look)) this.#takeWordAlong(part);
      if (part.length > longestWord) this.#addPieces(part, look, action);
      else this.#addWord(part, look, action, space);
    }
  }

  #overflows(text: string, look: Look): boolean {
    return this.#width + measure(text, look) > this.#options.available;
  }

  /** Begins a new line with what stands before the next text without a space between. */
  #takeWordAlong(next: string): void {
    const last = this.#items.at(-1);
    if (!last?.text || last.space || splitAtBreaks(last.text.slice(-1) + next).length > 1 + Number(/\s/.test(next)))
      return;
    const from = this.#items.findLastIndex(({ space, box }) => space || box) + 1;
    if (from === 0) return;
    const word = this.#items.splice(from);
    this.#width -= word.reduce((sum, { width }) => sum + width, 0);
    this.#endLine();
    for (const item of word) this.#append(item);
  }

  #addWord(text: string, look: Look, action: PageAction | undefined, space: boolean): void {
    const width = measure(text, look);
    if (space && this.#items.length > 0) return this.#append({ text, look, action, space, width });
    if (this.#width + width > this.#options.available && this.#items.length > 0) this.#endLine();
    if (width > this.#options.available && text.length > 1) this.#addPieces(text, look, action);
    else this.#append({ text, look, action, space, width });
  }

  /** A word that is wider than the line breaks where the line ends. */
  #addPieces(word: string, look: Look, action: PageAction | undefined): void {
    const characters = Array.from(word);
    for (let at = 0; at < characters.length;) {
      const room = this.#options.available - this.#width;
      let count = Math.min(characters.length - at, longestWord);
      let text = characters.slice(at, at + count).join("");
      while (count > 1 && measure(text, look) > room) {
        count = Math.floor(count * 0.75);
        text = characters.slice(at, at + count).join("");
      }
      const width = measure(text, look);
      if (width > room && this.#items.length > 0) {
        this.#endLine();
        continue;
      }
      this.#append({ text, look, action, space: text.trim() === "", width });
      at += count;
    }
  }

  #addBox(box: Box): void {
    const { width, height } = this.#options.sizeOf(box);
    if (this.#width + width > this.#options.available + 0.01 && this.#items.length > 0) this.#endLine();
    this.#append({ width, space: false, box: { box, height } });
  }

  #append(item: Item): void {
    this.#items.push(item);
    this.#width += item.width;
  }

  #endLine(): void {
    const items = this.#items;
    while (items.at(-1)?.space && items.length > 1) this.#width -= items.pop()?.width ?? 0;
    const largest =
      items.reduce<Look | undefined>(
        (most, { look }) => (look && look.size > (most?.size ?? 0) ? look : most),
        undefined,
      ) ?? this.#lastLook;
    this.#lastLook = largest;
    const size = largest?.size ?? 0;
    const hasText = items.some(({ text, space }) => text !== undefined && !space);
    const boxHeight = items.reduce((most, { box }) => Math.max(most, box?.height ?? 0), 0);
    const textHeight = boxHeight > 0 && !hasText ? 0 : size * (largest?.lineHeight ?? 1);
    const height = Math.max(textHeight, boxHeight);
    // Beside a picture the text stands at its foot, beside anything else in its middle.
    const atFoot = items.some(({ box }) => box && isPicture(box.box) && box.height === boxHeight);
    const above = atFoot ? height - textHeight : (height - textHeight) / 2;
    this.#place(items, height, above + (textHeight - size * 1.17) / 2 + size * 0.93);
    this.#y += height;
    this.#items = [];
    this.#width = 0;
  }

  #place(items: readonly Item[], height: number, baseline: number): void {
    const { available, align } = this.#options;
    const free = Math.max(0, available - this.#width);
    let x = align === "center" ? free / 2 : align === "end" ? free : 0;
    const runs: LaidRun[] = [];
    for (const { text, look, action, width, box } of items) {
      const left = this.#rtl ? available - x - width : x;
      if (box) this.boxes.push({ box: box.box, x: left, y: this.#y + (height - box.height) / 2 });
      else if (text !== undefined && look) addRun(runs, { x: left, width, text, look, action });
      x += width;
    }
    const text = runs.map((run) => run.text).join("");
    this.lines.push({ y: this.#y, height, baseline: this.#y + baseline, text, runs });
  }
}

function isPicture(box: Box): boolean {
  return box.kind === "atom" && "image" in box.content;
}

/** Adds a word to the line's last run if it stands next to it and looks the same. */
function addRun(runs: LaidRun[], run: LaidRun): void {
  const last = runs.at(-1);
  const touches =
    last !== undefined && (Math.abs(last.x + last.width - run.x) < 0.01 || Math.abs(run.x + run.width - last.x) < 0.01);
  if (last?.look !== run.look || last.action !== run.action || !touches) runs.push(run);
  else {
    const x = Math.min(last.x, run.x);
    runs[runs.length - 1] = { ...last, x, text: last.text + run.text, width: last.width + run.width };
  }
}
