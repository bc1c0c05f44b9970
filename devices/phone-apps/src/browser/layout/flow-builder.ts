import type { ComputedStyle } from "../css/computed-style.ts";
import { initialStyle, inheritFrom } from "../css/computed-style.ts";
import type { Box, Inline, Look, PageAction } from "./box.ts";

/** A paragraph longer than this goes on in the next box, as lines are broken in one go. */
const longestPiece = 8000;

/** Gathers what stands in one box: boxes below each other, and between them the lines of what stands beside each other. */
export class FlowBuilder {
  readonly children: Box[] = [];
  readonly #style: ComputedStyle;
  #inlines: Inline[] = [];
  #chars = 0;
  #anchors: string[] = [];

  constructor(style: ComputedStyle) {
    this.#style = style;
  }

  addAnchor(id: string): void {
    this.#anchors.push(id);
  }

  /** The ids that stand before what comes next. */
  takeAnchors(): string[] {
    return this.#anchors.splice(0);
  }

  addText(text: string, style: ComputedStyle, look: Look, action: PageAction | undefined): void {
    const { whiteSpace } = style;
    for (let at = 0; at < text.length; at += longestPiece) {
      const piece = transformed(text.slice(at, at + longestPiece), style.textTransform);
      if (whiteSpace === "normal" || whiteSpace === "nowrap") {
        this.#pushCollapsed(piece.replaceAll(/[ \t\r\n\f]+/g, " "), look, action, whiteSpace === "normal");
      } else {
        const lines = (
          whiteSpace === "pre-line" ? piece.replaceAll(/[ \t]+/g, " ") : piece.replaceAll("\t", "    ")
        ).split(/\r?\n/);
        for (const [index, line] of lines.entries()) {
          if (index > 0) this.#inlines.push({ kind: "break" });
          if (line !== "") this.#inlines.push({ kind: "text", text: line, look, action, wrap: true });
        }
      }
      this.#chars += piece.length;
      if (this.#chars >= longestPiece) this.endLines();
    }
  }

  addBreak(): void {
    this.#inlines.push({ kind: "break" });
  }

  addInline(box: Box): void {
    this.#inlines.push({ kind: "box", box });
  }

  addBlock(box: Box): void {
    this.endLines();
    this.children.push(box);
  }

  /** What was added so far stands in lines of its own. */
  endLines(): void {
    const inlines = trimmed(this.#inlines);
    this.#inlines = [];
    this.#chars = 0;
    if (inlines.length === 0) return;
    const style = { ...inheritFrom(this.#style), display: "block" as const };
    this.children.push({ kind: "text", style, anchors: this.takeAnchors(), action: undefined, inlines });
  }

  end(): Box[] {
    this.endLines();
    const anchors = this.takeAnchors();
    if (anchors.length > 0)
      this.children.push({ kind: "text", style: initialStyle, anchors, action: undefined, inlines: [] });
    return this.children;
  }

  #pushCollapsed(text: string, look: Look, action: PageAction | undefined, wrap: boolean): void {
    const last = this.#inlines.at(-1);
    const atStart = last === undefined || last.kind === "break" || (last.kind === "text" && last.text.endsWith(" "));
    const shown = atStart ? text.trimStart() : text;
    if (shown !== "") this.#inlines.push({ kind: "text", text: shown, look, action, wrap });
  }
}

function transformed(text: string, transform: ComputedStyle["textTransform"]): string {
  if (transform === "uppercase") return text.toUpperCase();
  if (transform === "lowercase") return text.toLowerCase();
  return transform === "capitalize"
    ? text.replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase())
    : text;
}

/** Without the spaces around it, and the break in which it ends. */
function trimmed(inlines: readonly Inline[]): Inline[] {
  const isBlank = (inline: Inline): boolean => inline.kind === "text" && inline.text.trim() === "";
  const from = inlines.findIndex((inline) => !isBlank(inline));
  const to = inlines.findLastIndex((inline) => !isBlank(inline));
  if (from < 0) return [];
  const last = inlines[to];
  return inlines.slice(from, last?.kind === "break" && to > from ? to : to + 1);
}
