import { setImmediate as turn } from "node:timers/promises";
import { hostElapsedMs } from "@terrarium/phone-system/host-time";
import { isJapanese } from "@terrarium/phone-ui/render/fonts";
import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import type { SpanTouch, TextStyle } from "@terrarium/phone-ui/render/text-span";
import type { ThemeName } from "@terrarium/phone-ui/theme";
import { isTag, isText, type ChildNode, type Element } from "domhandler";
import { findOne, textContent } from "domutils";
import type { PageControl, PageDocument } from "../document/page-document.ts";
import { boxAround, type Block, type PageAction } from "./block.ts";
import { Flow } from "./flow.ts";
import { boxStyleOf, CELL_STYLE, firstLook, isBlock, keepsSpaces, LINED_ROW, lookOf, type Look } from "./looks.ts";
import { tableOf, type TableCell } from "./table.ts";

/** Time in milliseconds until the screen may redraw. */
const SLICE_MS = 8;
/** Deepest nesting of boxes. Deeper elements get no box. */
const DEEPEST = 12;

interface Context {
  look: Look;
  align: NonNullable<TextStyle["textAlign"]>;
  touch: SpanTouch | undefined;
  keepsSpaces: boolean;
  /** The enclosing list, if any: its kind of markers, and the next number. */
  list: { kind: string; next: number };
  isNavigation: boolean;
  depth: number;
  /** Available width, in dp. */
  room: number;
}

export interface ReadOptions {
  page: PageDocument;
  screen: { widthDp: number; fontScale: number; theme: ThemeName; textColor: string };
  signal: AbortSignal;
  /** Returns the touch handler of an action. */
  touch: (action: PageAction) => SpanTouch;
}

/** Converts a page's elements into a sequence of blocks, in slices that keep the screen responsive. */
export class BlockReader {
  readonly #options: ReadOptions;
  readonly #labelled: ReadonlyMap<string, PageControl>;
  #sliceEndMs = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#labelled = new Map(
      [...options.page.controls].flatMap(([{ attribs }, control]) => (attribs.id ? [[attribs.id, control]] : [])),
    );
  }

  async read(): Promise<Block[]> {
    const { page, screen } = this.#options;
    const { lang } = page.root.attribs;
    // The page's lang attribute decides; without one, kana decides.
    const japanese = lang ? /^ja\b/i.test(lang) : isJapanese(textContent(page.body));
    const look = firstLook(screen.textColor, japanese);
    const context: Context = {
      look,
      align: "start",
      touch: undefined,
      keepsSpaces: false,
      list: { kind: "", next: 1 },
      isNavigation: false,
      depth: 0,
      room: screen.widthDp,
    };
    const flow = new Flow(paragraph(context));
    await this.#element(page.body, context, flow);
    return flow.end();
  }

  async #children(children: readonly ChildNode[], context: Context, flow: Flow): Promise<void> {
    for (const child of children) {
      if (isTag(child)) await this.#element(child, context, flow);
      else if (isText(child)) flow.text(child.data, context.look, context.keepsSpaces);
    }
  }

  async #element(element: Element, outer: Context, flow: Flow): Promise<void> {
    if (hostElapsedMs() > this.#sliceEndMs) {
      await turn();
      this.#options.signal.throwIfAborted();
      this.#sliceEndMs = hostElapsedMs() + SLICE_MS;
    }
    const { name, attribs } = element;
    if (isHidden(element)) return;
    flow.anchor(attribs.id);
    const touch = this.#touchOf(element) ?? outer.touch;
    const isLink = name === "a" && this.#options.page.links.has(element);
    const look = lookOf(name === "a" && !isLink ? "" : name, outer.look, this.#options.screen.theme);
    const context: Context = {
      ...outer,
      look: touch ? { ...look, touch } : look,
      touch,
      align: alignOf(element) ?? outer.align,
      keepsSpaces: outer.keepsSpaces || keepsSpaces(name),
      isNavigation: outer.isNavigation || name === "nav",
    };
    if (name === "br") return flow.break();
    if (/^(img|input|button|select|textarea)$/.test(name)) return this.#replaced(element, context, flow);
    if (name === "table") return this.#table(element, context, flow);
    // Navigation links are laid out in a row.
    const isInRow = context.isNavigation && /^([ou]l|li)$/.test(name);
    const isSame = context.align === outer.align && look.size === outer.look.size && look.weight === outer.look.weight;
    if (isBlock(name) && !isInRow) return this.#block(element, context, flow, isSame);
    if (name === "q") flow.text("“", look, false);
    await this.#children(element.children, context, flow);
    if (name === "q") flow.text("”", look, false);
    if (isInRow) flow.text(" \u00a0 ", outer.look, false);
  }

  /**
   * Adds an element's box. An invisible box adds its content to the parent instead. `isSame`: text has the parent's
   * style.
   */
  async #block(element: Element, context: Context, flow: Flow, isSame: boolean): Promise<void> {
    const { name, attribs } = element;
    const { list, depth } = context;
    const { marginTop = 0, ...box } = depth < DEEPEST ? boxStyleOf(name) : {};
    const isList = name === "ul" || name === "ol";
    if (Object.keys(box).length === 0 && marginTop === 0 && name !== "li" && isSame) {
      flow.endLines();
      await this.#children(element.children, { ...context, depth: depth + 1 }, flow);
      return flow.endLines();
    }
    const inner = new Flow(paragraph(context));
    const room = context.room - (box.paddingLeft ?? box.paddingX ?? 0) - (box.paddingX ?? 0);
    const within = isList
      ? { kind: name === "ol" ? (attribs.type ?? "1") : name, next: Number.parseInt(attribs.start ?? "1", 10) || 1 }
      : list;
    await this.#children(element.children, { ...context, list: within, depth: depth + 1, room }, inner);
    const children = inner.end();
    if (children.length === 0 && box.height === undefined) return;
    const block = boxAround({ ...box, marginTop: isList && list.kind !== "" ? 4 : marginTop }, children);
    if (name === "li")
      flow.block({
        ...block,
        marker: { text: markerOf(element, list), style: { ...paragraph(context), weight: 400 } },
      });
    else if (Object.keys(box).length > 0) flow.block(block);
    else if (block.content.kind === "box")
      for (const [at, each] of block.content.children.entries())
        flow.block(at === 0 ? { ...each, style: { ...each.style, marginTop: block.style.marginTop ?? 0 } } : each);
  }

  /** Adds a picture or a control. Text fields are blocks; other controls and pictures are inline. */
  #replaced(element: Element, { touch }: Context, flow: Flow): void {
    const image = this.#options.page.images.get(element);
    const control = this.#options.page.controls.get(element);
    if (image) flow.inline({ style: { maxWidth: "100%" }, content: { kind: "image", image, touch } });
    if (!control || control.type === "hidden") return;
    const isShort = /^(checkbox|radio|submit|reset)$/.test(control.type);
    const block: Block = {
      style: controlStyle(control, this.#options.screen.fontScale),
      content: { kind: "control", control },
    };
    if (isShort) flow.inline(block);
    else flow.block(block);
  }

  async #table(element: Element, context: Context, flow: Flow): Promise<void> {
    const rows: TableCell[][] = [];
    let isLined = (element.attribs.border ?? "0") !== "0";
    const inner = { ...context, align: "start" as const, depth: context.depth + 2 };
    const isFlat = inner.depth > DEEPEST;
    const visit = async (children: readonly ChildNode[], row: TableCell[] | undefined): Promise<void> => {
      for (const child of children) {
        if (isTag(child) && isHidden(child)) continue;
        isLined ||= isTag(child) && child.name === "th";
        if (isTag(child) && /^t(head|body|foot)$/.test(child.name)) await visit(child.children, undefined);
        else if (isTag(child) && child.name === "tr") await visit(child.children, rows[rows.push([]) - 1]);
        else if (isTag(child) && /^t[dh]$/.test(child.name) && !isFlat)
          (row ?? rows[rows.push([]) - 1])?.push(await this.#cell(child, inner));
        // Content outside cells, and tables nested too deep, are laid out without the table.
        else await this.#children([child], inner, flow);
      }
    };
    flow.endLines();
    await visit(element.children, undefined);
    flow.endLines();
    if (rows.some((row) => row.length > 0))
      flow.block(tableOf(rows, isLined ? LINED_ROW : {}, context.room, this.#options.screen.fontScale));
  }

  async #cell(element: Element, context: Context): Promise<TableCell> {
    const { name, attribs } = element;
    const look = lookOf(name, context.look, this.#options.screen.theme);
    const inner: Context = { ...context, look, align: alignOf(element) ?? context.align };
    const flow = new Flow(paragraph(inner));
    flow.anchor(attribs.id);
    await this.#children(element.children, inner, flow);
    const blocks = flow.end();
    const [only] = blocks;
    const isText = only?.content.kind === "text" && blocks.length === 1;
    const span = (text = "1"): number => Math.max(1, Math.min(60, Number.parseInt(text, 10) || 1));
    // A single text needs no box.
    const block = isText ? { ...only, style: CELL_STYLE } : boxAround(CELL_STYLE, blocks);
    return { block, columns: span(attribs.colspan), rows: span(attribs.rowspan) };
  }

  #touchOf(element: Element): SpanTouch | undefined {
    const { page, touch } = this.#options;
    const href = page.links.get(element);
    if (href !== undefined) return touch({ kind: "link", href });
    if (element.name !== "label") return undefined;
    const id = element.attribs.for;
    const within = id === undefined ? findOne((each) => page.controls.has(each), element.children) : null;
    const control = within ? page.controls.get(within) : this.#labelled.get(id ?? "");
    return control ? touch({ kind: "label", control }) : undefined;
  }
}

function isHidden({ name, attribs }: Element): boolean {
  const isSaid =
    attribs.hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs.style ?? "");
  return isSaid || /^(title|meta|link|base|col|colgroup|param|source|track|rp)$/.test(name);
}

function alignOf({ name, attribs }: Element): Context["align"] | undefined {
  const said = attribs.align?.toLowerCase() ?? /text-align\s*:\s*(\w+)/i.exec(attribs.style ?? "")?.[1];
  if (name === "center" || name === "caption" || said === "center") return "center";
  return said === "right" || said === "end" ? "end" : said === "left" ? "start" : undefined;
}

/** Returns the text style of a box's paragraphs. */
function paragraph({ look, align }: Context): TextStyle {
  const { size, weight = 400, color = "" } = look;
  return { size, lineHeight: size * (size > 18 ? 1.25 : 1.5), weight, color, textAlign: align };
}

/** Returns the bullet or number of a list item. */
function markerOf({ attribs }: Element, list: Context["list"]): string {
  if (list.kind === "ul" || list.kind === "") return "•";
  const number = Number.parseInt(attribs.value ?? String(list.next), 10) || 0;
  list.next = number + 1;
  const letter =
    /^a$/i.test(list.kind) && number > 0 && number < 27 ? String.fromCodePoint(96 + number) : String(number);
  return `${list.kind === "A" ? letter.toUpperCase() : letter}.`;
}

function controlStyle({ type, rows = 4 }: PageControl, fontScale: number): ViewStyle {
  if (type === "checkbox" || type === "radio") return { width: 32, height: 32 };
  if (type === "submit" || type === "reset") return { maxWidth: "100%", marginY: 4 };
  const heightDp = type === "textarea" ? Math.max(64, Math.min(12, rows) * 22 + 20) : 44;
  return { marginTop: 4, maxWidth: 420, minHeight: heightDp * Math.max(1, fontScale) };
}
