import type { SpanTouch, TextSpan, TextStyle } from "@terrarium/phone-ui/render/node";
import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import type { PageControl, PageImage } from "../document/page-document.ts";

/** A part of a page, in the words of the toolkit: what it becomes an element of, and how it is laid out. */
export interface Block {
  style: ViewStyle;
  content:
    | { kind: "box"; children: readonly Block[] }
    /** Lines; each of the boxes stands where a span has U+FFFC. */
    | { kind: "text"; text: TextStyle; spans: readonly TextSpan[]; boxes: readonly Block[] }
    | { kind: "image"; image: PageImage; touch: SpanTouch | undefined }
    | { kind: "control"; control: PageControl };
  /** Before the first line of a list's item. */
  marker?: { text: string; style: TextStyle };
  /** Ids that begin here, for links to parts of the page. */
  anchors?: readonly string[];
}

/** What a touch on a part of the page does. */
export type PageAction = { kind: "link"; href: string } | { kind: "label"; control: PageControl };

/** The block and those in it, from top to bottom. */
export function* blocksIn(block: Block): Generator<Block> {
  yield block;
  const { content } = block;
  const inner = content.kind === "box" ? content.children : content.kind === "text" ? content.boxes : [];
  for (const child of inner) yield* blocksIn(child);
}

/** All text in it, with spaces that break. */
export function textIn(block: Block): string {
  let text = "";
  for (const { content } of blocksIn(block)) if (content.kind === "text") text += `${lineOf(content.spans)}\n`;
  return text;
}

export function lineOf(spans: readonly TextSpan[]): string {
  const texts = spans.map((span) => span.text);
  return texts.join("").replaceAll("\u00a0", " ");
}

/** A box around blocks; where nothing lies between, it is as far from what is above it as the first of them would be. */
export function boxAround(style: ViewStyle, blocks: readonly Block[]): Block {
  const [first, ...others] = blocks;
  if (!first) return { style, content: { kind: "box", children: [] } };
  const isPadded = style.paddingTop !== undefined || style.paddingY !== undefined;
  const marginTop = Math.max(style.marginTop ?? 0, isPadded ? 0 : (first.style.marginTop ?? 0));
  const children = [{ ...first, style: { ...first.style, marginTop: 0 } }, ...others];
  return { style: { ...style, marginTop }, content: { kind: "box", children } };
}
