import { CHILD_PLACE } from "@terrarium/phone-ui/render/rich-text";
import type { TextSpan, TextStyle } from "@terrarium/phone-ui/render/text-span";
import type { Block } from "./block.ts";
import type { Look } from "./looks.ts";

/**
 * Longest paragraph, because lines are broken in one go. Longer text continues in the next paragraph, after a line or a
 * word.
 */
const LONGEST_PARAGRAPH = 2000;
const CUTS = /[^]{1,1999}(?:\n|$)|[^]{1,1999}\s|[^]{1,2000}/gu;

const PARAGRAPH_GAP_DP = 6;

/** Collects the content of one box: blocks, and paragraphs of inline content between them. */
export class Flow {
  readonly #blocks: Block[] = [];
  readonly #text: TextStyle;
  #spans: TextSpan[] = [];
  #boxes: Block[] = [];
  #anchors: string[] = [];
  #chars = 0;

  /** `text` is the style of the paragraphs. */
  constructor(text: TextStyle) {
    this.#text = text;
  }

  anchor(id: string | undefined): void {
    if (id) this.#anchors.push(id);
  }

  /** Adds text. Runs of spaces become one space unless `keepsSpaces` is set. */
  text(written: string, look: Look, keepsSpaces: boolean): void {
    let text = written.replaceAll(CHILD_PLACE, "");
    if (keepsSpaces) text = text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", "    ");
    else {
      text = text.replaceAll(/[ \t\r\n\f]+/g, " ");
      const before = this.#spans.at(-1);
      if (/(^|[ \n])$/.test(before?.text ?? "")) text = text.replace(/^ /, "");
      // Adds a space between adjacent links that only a style sheet would separate.
      else if (before?.touch && look.touch && look.touch !== before.touch) this.#push({ text: " " });
    }
    for (const part of text.match(CUTS) ?? []) this.#push({ ...look, text: part });
  }

  break(): void {
    this.#push({ text: "\n" });
  }

  /** Adds an inline box. */
  inline(block: Block): void {
    this.#boxes.push(block);
    this.#push({ text: CHILD_PLACE });
  }

  block(block: Block): void {
    this.endLines();
    this.#blocks.push({ ...block, anchors: [...this.#anchors.splice(0), ...(block.anchors ?? [])] });
  }

  end(): Block[] {
    this.endLines();
    if (this.#anchors.length > 0) this.block({ style: {}, content: { kind: "box", children: [] } });
    return this.#blocks;
  }

  #push(span: TextSpan): void {
    this.#spans.push(span);
    this.#chars += span.text.length;
    if (this.#chars > LONGEST_PARAGRAPH) this.endLines();
  }

  /** Ends the current paragraph, without spaces around it and without a trailing line break. */
  endLines(): void {
    const isBlank = ({ text }: TextSpan): boolean => /^[ \n]*$/.test(text);
    const from = this.#spans.findIndex((span) => !isBlank(span));
    const spans = from < 0 ? [] : this.#spans.slice(from, this.#spans.findLastIndex((span) => !isBlank(span)) + 1);
    const boxes = this.#boxes;
    this.#spans = [];
    this.#boxes = [];
    this.#chars = 0;
    const last = spans.at(-1);
    if (!last) return;
    spans[spans.length - 1] = { ...last, text: last.text.replace(/\s+$/, "") };
    this.block({ style: { marginTop: PARAGRAPH_GAP_DP }, content: { kind: "text", text: this.#text, spans, boxes } });
  }
}
