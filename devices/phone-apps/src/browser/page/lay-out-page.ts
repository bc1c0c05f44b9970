import { setImmediate as turn } from "node:timers/promises";
import { OffScreen } from "@terrarium/phone-ui/render/off-screen";
import type { SpanTouch } from "@terrarium/phone-ui/render/text-span";
import type { ThemeName } from "@terrarium/phone-ui/theme";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { PageDocument } from "../document/page-document.ts";
import { blocksIn, type Block, type PageAction } from "./block.ts";
import { BlockReader } from "./read-blocks.ts";

/** A part of the page that is drawn as a unit. */
interface Piece {
  key: string;
  block: Block;
  /** Distance from the page's top, in dp. */
  top: number;
  height: number;
}

/** A page laid out for this screen. */
export interface LaidPage {
  pieces: readonly Piece[];
  /** Positions of parts of the page by id, in dp. */
  anchors: ReadonlyMap<string, number>;
}

export interface PageScreen {
  widthDp: number;
  heightDp: number;
  densityDpi: number;
  fontScale: number;
  theme: ThemeName;
  textColor: string;
}

/** Renders a page: touch handlers, and elements of blocks. */
export interface PageShow {
  touch: (action: PageAction) => SpanTouch;
  element: (block: Block, key: number) => ReactElement;
  around: (elements: ReactNode) => ReactNode;
}

/** Approximate largest number of blocks in a piece. */
const MOST_IN_PIECE = 16;
const PIECES_AT_ONCE = 24;

/** Splits a page into pieces and measures their heights, in slices. Rejects with the signal's reason. */
export async function layOutPage(
  page: PageDocument,
  screen: PageScreen,
  show: PageShow,
  signal: AbortSignal,
): Promise<LaidPage> {
  const blocks = await new BlockReader({ page, screen, signal, touch: show.touch }).read();
  const pieces: Piece[] = [];
  const anchors = new Map<string, number>();
  const offScreen = new OffScreen({ ...screen, scale: screen.densityDpi / 160, japanese: false });
  try {
    const all = piecesOf(blocks);
    for (let at = 0, top = 0; at < all.length; at += PIECES_AT_ONCE) {
      const some = all.slice(at, at + PIECES_AT_ONCE);
      const elements = some.map((block, index) => show.element(block, index));
      const heights = offScreen.heights(show.around(createElement(Fragment, {}, ...elements)), screen.widthDp);
      for (const [index, block] of some.entries()) {
        const height = heights[index] ?? 0;
        pieces.push({ key: String(at + index), block, top, height });
        for (const { anchors: ids = [] } of blocksIn(block))
          for (const id of ids) if (!anchors.has(id)) anchors.set(id, top);
        top += height;
      }
      await turn();
      signal.throwIfAborted();
    }
  } finally {
    offScreen.dispose();
  }
  return { pieces, anchors };
}

/** Returns blocks as independent pieces. Large boxes are split between their children. */
function piecesOf(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    const { style, content } = block;
    const isSmall = blocksIn(block).drop(MOST_IN_PIECE).next().done;
    if (content.kind !== "box" || style.direction === "row" || isSmall) return [block];
    const inner = piecesOf(content.children);
    return inner.map((piece, at) => slice(block, piece, at === 0, at === inner.length - 1));
  });
}

/**
 * Returns a box around one piece of a split box. Every piece has the sides; only the first and last pieces have the
 * ends.
 */
function slice({ style, marker, anchors }: Block, piece: Block, isFirst: boolean, isLast: boolean): Block {
  const { marginTop = 0, paddingY = 0, paddingTop = paddingY, radius: _radius, border: _border, ...sides } = style;
  return {
    style: { ...sides, ...(isFirst ? { marginTop, paddingTop } : {}), ...(isLast ? { paddingBottom: paddingY } : {}) },
    content: { kind: "box", children: [piece] },
    ...(isFirst && marker ? { marker } : {}),
    ...(isFirst && anchors ? { anchors } : {}),
  };
}
