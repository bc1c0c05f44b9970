import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import type { SpanTouch, TextSpan, TextStyle } from "@terrarium/phone-ui/render/text-span";
import type { PageControl, PageImage } from "../document/page-document.ts";

/** A part of a page in terms of the UI toolkit: its content and its layout. */
export interface Block {
  style: ViewStyle;
  content:
    | { kind: "box"; children: readonly Block[] }
    /** Lines of text. Each box replaces a U+FFFC in a span. */
    | { kind: "text"; text: TextStyle; spans: readonly TextSpan[]; boxes: readonly Block[] }
    | { kind: "image"; image: PageImage; touch: SpanTouch | undefined }
    | { kind: "control"; control: PageControl };
  /** Bullet or number before the first line of a list item. */
  marker?: { text: string; style: TextStyle };
  /** Ids at the start of the block, for links to parts of the page. */
  anchors?: readonly string[];
}

/** Action of a touch on a part of the page. */
export type PageAction = { kind: "link"; href: string } | { kind: "label"; control: PageControl };

/** Yields the block and its descendants, from top to bottom. */
export function* blocksIn(block: Block): Generator<Block> {
  yield block;
  const { content } = block;
  const inner = content.kind === "box" ? content.children : content.kind === "text" ? content.boxes : [];
  for (const child of inner) yield* blocksIn(child);
}

/** Returns all text in the block, with non-breaking spaces replaced. */
export function textIn(block: Block): string {
  let text = "";
  for (const { content } of blocksIn(block)) if (content.kind === "text") text += `${lineOf(content.spans)}\n`;
  return text;
}

export function lineOf(spans: readonly TextSpan[]): string {
  const texts = spans.map((span) => span.text);
  return texts.join("").replaceAll("\u00a0", " ");
}

/**
 * Returns a box around blocks. Without padding in between, the first block's top margin merges with the box's margin.
 */
export function boxAround(style: ViewStyle, blocks: readonly Block[]): Block {
  const [first, ...others] = blocks;
  if (!first) return { style, content: { kind: "box", children: [] } };
  const isPadded = style.paddingTop !== undefined || style.paddingY !== undefined;
  const marginTop = Math.max(style.marginTop ?? 0, isPadded ? 0 : (first.style.marginTop ?? 0));
  const children = [{ ...first, style: { ...first.style, marginTop: 0 } }, ...others];
  return { style: { ...style, marginTop }, content: { kind: "box", children } };
}
