import type { Border, Edges } from "../css/computed-style.ts";
import { lengthIn } from "../css/values.ts";
import type { AtomBox, PageAction } from "./box.ts";
import type { Fragment } from "./fragment.ts";
import type { LaidLine } from "./line-breaker.ts";
import { measure } from "./measure.ts";

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A background with its borders. */
export interface PaintedBox extends Area {
  background: string | undefined;
  border: Edges<Border>;
  radius: number;
}

/** Lines that belong together, for whoever reads the page without seeing it. */
export interface Paragraph extends Area {
  text: string;
}

export interface Touch extends Area {
  action: PageAction;
  label: string;
}

export interface PlacedAtom extends Area {
  box: AtomBox;
}

/** All that shows of a page, each thing at its place: dp from the page's top left. What lies behind comes first. */
export interface DisplayList {
  width: number;
  height: number;
  boxes: PaintedBox[];
  lines: LaidLine[];
  paragraphs: Paragraph[];
  touches: Touch[];
  atoms: PlacedAtom[];
  anchors: Map<string, number>;
}

const markerGap = 8;
/** Links that stand closer than this are one. */
const wordGap = 6;

export function displayList(page: Fragment, fontScale: number): DisplayList {
  const list: DisplayList = {
    width: page.width,
    height: page.height,
    boxes: [],
    lines: [],
    paragraphs: [],
    touches: [],
    atoms: [],
    anchors: new Map(),
  };
  collect(page, 0, 0, list, fontScale);
  return list;
}

function collect(fragment: Fragment, left: number, top: number, list: DisplayList, fontScale: number): void {
  const { box, width, height } = fragment;
  const x = left + fragment.x;
  const y = top + fragment.y;
  const area = { x, y, width, height };
  for (const id of box.anchors) if (!list.anchors.has(id)) list.anchors.set(id, y);
  if (box.kind === "atom") {
    list.atoms.push({ ...area, box });
    return;
  }
  const { style } = box;
  if (!style.invisible) paintBox(fragment, area, list);
  if (box.action) list.touches.push({ ...area, action: box.action, label: textOf(fragment).trim() });
  if (fragment.marker) addMarker(fragment, x, y, list, fontScale);
  if (fragment.lines.length > 0) addLines(fragment, x, y, list);
  for (const child of fragment.children) collect(child, x, y, list, fontScale);
}

function paintBox({ box, without }: Fragment, area: Area, list: DisplayList): void {
  const { background, border, radius } = box.style;
  const hidden = { width: 0, color: "", visible: false };
  const shown = { ...border, ...(without?.top ? { top: hidden } : {}), ...(without?.left ? { left: hidden } : {}) };
  if (background === undefined && !Object.values(shown).some(({ visible, width }) => visible && width > 0)) return;
  const rounded = Math.min(lengthIn(radius, area.width), area.width / 2, area.height / 2);
  list.boxes.push({ ...area, background, border: shown, radius: rounded });
}

function addLines(fragment: Fragment, x: number, y: number, list: DisplayList): void {
  for (const line of fragment.lines) {
    const placed = moved(line, x, y);
    list.lines.push(placed);
    addTouches(placed, list);
  }
  const text = textOf(fragment).trim();
  if (text !== "") list.paragraphs.push({ x, y, width: fragment.width, height: fragment.height, text });
}

function moved(line: LaidLine, x: number, y: number): LaidLine {
  return {
    ...line,
    y: line.y + y,
    baseline: line.baseline + y,
    runs: line.runs.map((run) => ({ ...run, x: run.x + x })),
  };
}

/** Runs next to each other that do the same are touched as one. */
function addTouches({ y, height, runs }: LaidLine, list: DisplayList): void {
  let last: Touch | undefined;
  for (const { x, width, text, action } of runs) {
    if (!action || text.trim() === "") continue;
    if (last?.action === action && x - last.x - last.width < wordGap) {
      last.width = x + width - last.x;
      last.label += text;
    } else {
      last = { x, y, width, height, action, label: text };
      list.touches.push(last);
    }
  }
}

/** The bullet or number, to the left of the first line. */
function addMarker(fragment: Fragment, x: number, y: number, list: DisplayList, fontScale: number): void {
  const { marker } = fragment;
  if (!marker) return;
  const look = { ...marker.look, size: marker.look.size * fontScale };
  const first = firstLine(fragment, 0, 0);
  const baseline = first ? y + first.y : y + look.size * look.lineHeight * 0.7;
  const width = measure(marker.text, look);
  const left = x + (first?.x ?? 0) - width - markerGap;
  const run = { x: left, width, text: marker.text, look, action: undefined };
  list.lines.push({ y: baseline - look.size, height: look.size * 1.3, baseline, text: "", runs: [run] });
}

/** Where the first line within begins, and its baseline. */
function firstLine({ lines, children }: Fragment, x: number, y: number): { x: number; y: number } | undefined {
  const [line] = lines;
  if (line) return { x, y: y + line.baseline };
  for (const child of children) {
    const found = firstLine(child, x + child.x, y + child.y);
    if (found) return found;
  }
  return undefined;
}

/** As the page's author wrote it, wherever its lines are broken. */
function textOf({ children, box }: Fragment): string {
  if (box.kind === "atom") return "image" in box.content ? box.content.image.alt : "";
  if (box.kind !== "text") return children.map(textOf).join(" ").replaceAll(/\s+/g, " ");
  const parts = box.inlines.map((inline) => (inline.kind === "text" ? inline.text : " "));
  return parts.join("").replaceAll(/\s+/g, " ");
}
