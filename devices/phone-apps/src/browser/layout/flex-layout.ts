import { lengthIn } from "../css/values.ts";
import type { Box, FlexBox } from "./box.ts";
import { flexedSizes, flexLines, spread, type FlexItem } from "./flex-sizes.ts";
import { givenWidth, insets, leastHeight, limitedWidth, margins, type Fragment } from "./fragment.ts";
import type { LayoutEngine } from "./layout-engine.ts";

/** Lays items out beside or below each other (CSS Flexbox 1). */
export async function layOutFlex(
  box: FlexBox,
  width: number,
  containing: number,
  engine: LayoutEngine,
): Promise<Fragment> {
  const inset = insets(box.style, containing);
  const inner = Math.max(1, width - inset.left - inset.right);
  const isRow = box.style.flexDirection === "row";
  const placed = isRow ? await flexRows(box, inner, engine) : await flexColumn(box, inner, engine);
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

function flexItem(box: Box, inner: number, { widths }: LayoutEngine): FlexItem {
  const { style } = box;
  const around = margins(style, inner);
  const edges = around.left + around.right;
  const own = widths.of(box);
  const basis =
    style.basis && style.basis.dp + style.basis.percent > 0
      ? limitedWidth(style, lengthIn(style.basis, inner), inner)
      : undefined;
  const isZero = style.basis !== undefined && basis === undefined;
  const width = basis ?? (isZero ? 0 : (givenWidth(style, inner) ?? limitedWidth(style, own.most, inner)));
  const least = style.minWidth
    ? limitedWidth(style, 0, inner)
    : Math.min(widths.contentLeast(box), givenWidth(style, inner) ?? Infinity);
  return { base: width + edges, least: Math.min(least, inner) + edges, grow: style.grow, shrink: style.shrink };
}

async function flexRows(
  box: FlexBox,
  inner: number,
  engine: LayoutEngine,
): Promise<{ children: Fragment[]; height: number }> {
  const { style } = box;
  const items = box.children.map((child) => flexItem(child, inner, engine));
  const columnGap = lengthIn(style.columnGap, inner);
  const starts = flexLines(items, inner, columnGap, style.flexWrap);
  const children: Fragment[] = [];
  let y = 0;
  for (const [line, start] of starts.entries()) {
    const end = starts[line + 1] ?? items.length;
    const boxes = box.children.slice(start, end);
    const sizes = flexedSizes(items.slice(start, end), inner, columnGap);
    const placed = await flexLine(box, boxes, sizes, { inner, gap: columnGap, engine });
    const least =
      starts.length === 1 ? leastHeight(style, inner) - insets(style, inner).top - insets(style, inner).bottom : 0;
    const height = Math.max(least, ...placed.map(({ fragment, above, below }) => fragment.height + above + below), 0);
    if (line > 0) y += lengthIn(style.rowGap, inner);
    for (const { fragment, above, below } of placed) {
      const align = fragment.box.style.alignSelf ?? style.align;
      const free = height - fragment.height - above - below;
      const stretched = align === "stretch" && fragment.box.kind !== "atom" && fragment.box.style.height === undefined;
      const down = align === "center" ? free / 2 : align === "end" ? free : 0;
      children.push({ ...fragment, y: y + above + down, ...(stretched ? { height: fragment.height + free } : {}) });
    }
    y += height;
  }
  return { children, height: y };
}

/** Lays the items of one line out beside each other. */
async function flexLine(
  box: FlexBox,
  boxes: readonly Box[],
  sizes: readonly number[],
  { inner, gap, engine }: { inner: number; gap: number; engine: LayoutEngine },
): Promise<{ fragment: Fragment; above: number; below: number }[]> {
  const used = sizes.reduce((sum, size) => sum + size, gap * Math.max(0, boxes.length - 1));
  const autos = boxes.flatMap(({ style }) => [style.margin.left, style.margin.right]).filter((each) => each === "auto");
  const auto = autos.length === 0 ? 0 : Math.max(0, inner - used) / autos.length;
  const { start, between } = spread(box.style.justify, autos.length === 0 ? inner - used : 0, boxes.length);
  const placed: { fragment: Fragment; above: number; below: number }[] = [];
  let x = start;
  for (const [index, child] of boxes.entries()) {
    const around = margins(child.style, inner);
    const size = sizes[index] ?? 0;
    if (child.style.margin.left === "auto") x += auto;
    const fragment = await engine.layOut(child, Math.max(1, size - around.left - around.right), inner);
    placed.push({ fragment: { ...fragment, x: x + around.left }, above: around.top, below: around.bottom });
    x += size + gap + between + (child.style.margin.right === "auto" ? auto : 0);
  }
  return placed;
}

async function flexColumn(
  box: FlexBox,
  inner: number,
  engine: LayoutEngine,
): Promise<{ children: Fragment[]; height: number }> {
  const children: Fragment[] = [];
  let y = 0;
  for (const [index, child] of box.children.entries()) {
    const { style } = child;
    const around = margins(style, inner);
    const align = style.alignSelf ?? box.style.align;
    const room = Math.max(1, inner - around.left - around.right);
    const wanted =
      givenWidth(style, inner) ?? limitedWidth(style, align === "stretch" ? room : engine.widths.of(child).most, inner);
    const width = Math.min(room, wanted);
    const fragment = await engine.layOut(child, width, inner);
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
