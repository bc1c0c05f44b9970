import { setImmediate as turn } from "node:timers/promises";
import { isJapanese } from "@terrarium/phone-ui/render/fonts";
import type { Cascade, Styled } from "../css/cascade.ts";
import type { ComputedStyle } from "../css/computed-style.ts";
import type { PageControl, PageDocument, PageElement } from "../document/page-document.ts";
import type { AtomBox, Box, FlowBox, Look, PageAction, TableCell, TableRow } from "./box.ts";
import { FlowBuilder } from "./flow-builder.ts";
import { ListCounter } from "./list-marker.ts";

/** The screen gets its turn after this long. */
const sliceMs = 8;
const columnsMax = 60;

interface Context extends Styled {
  action: PageAction | undefined;
  list: ListCounter | undefined;
  /** The background of the inline elements around the text. */
  behind: string | undefined;
  /** What stands in a flex container is an item of it, whatever it would be elsewhere. */
  inFlex: boolean;
}

/** Makes the boxes of a page from its elements and their styles, in slices that let the screen live. */
export class BoxBuilder {
  readonly #cascade: Cascade;
  readonly #signal: AbortSignal;
  readonly #controls: readonly PageControl[];
  readonly #japanese: boolean;
  readonly #looks = new WeakMap<ComputedStyle, Look>();
  #sliceEndMs = 0;

  constructor(page: PageDocument, cascade: Cascade, signal: AbortSignal) {
    this.#cascade = cascade;
    this.#signal = signal;
    this.#controls = page.controls;
    this.#japanese = isJapanesePage(page.root);
  }

  /** The box of the html element, and the colour with which the page covers its paper. */
  async build(root: PageElement): Promise<{ box: FlowBox; background: string | undefined }> {
    const start: Context = {
      ...this.#cascade.start,
      action: undefined,
      list: undefined,
      behind: undefined,
      inFlex: false,
    };
    const styled = this.#cascade.styleOf(root, start);
    const box = await this.#flowBox(root, { ...start, ...styled });
    const body = box.children.find((child) => child.kind !== "text" && child.style.background !== undefined);
    // The colour of the body is that of the whole screen (CSS Backgrounds 3, section 2.11.2).
    const background = box.style.background ?? (box.children.length === 1 ? body?.style.background : undefined);
    return { box, background };
  }

  async #children(element: PageElement, context: Context, flow: FlowBuilder): Promise<void> {
    for (const child of element.children) {
      if (typeof child === "string") {
        if (!context.style.invisible) flow.addText(child, context.style, this.#lookOf(context), context.action);
      } else await this.#element(child, context, flow);
    }
  }

  async #element(element: PageElement, outer: Context, flow: FlowBuilder): Promise<void> {
    if (performance.now() > this.#sliceEndMs) {
      await turn();
      this.#signal.throwIfAborted();
      this.#sliceEndMs = performance.now() + sliceMs;
    }
    const styled = this.#cascade.styleOf(element, outer);
    const { style } = styled;
    if (style.display === "none") return;
    if (outer.inFlex) style.display = blockified[style.display] ?? style.display;
    const { id } = element.attributes;
    if (id !== undefined) flow.addAnchor(id);
    const action = this.#actionOf(element) ?? outer.action;
    const behind = style.display === "inline" ? (style.background ?? outer.behind) : undefined;
    const context: Context = { ...styled, action, list: outer.list, behind, inFlex: false };
    if (element.name === "br") return flow.addBreak();
    const atom = atomOf(element, style, action);
    if (atom) return atom === "nothing" ? undefined : addBox(flow, atom);
    if (
      element.name === "button" ||
      element.name === "select" ||
      element.name === "textarea" ||
      element.name === "input"
    )
      return;
    if (element.name === "q") return this.#quotation(element, context, flow);
    if (style.display === "inline" && !isBoxed(style)) return this.#children(element, context, flow);
    if (style.display === "table") return flow.addBlock(await this.#table(element, context, flow));
    // What stands in a table but in none of its rows is shown as if it did not.
    if (style.display.startsWith("table-")) return this.#loose(element, context, flow);
    if (style.display === "flex" || style.display === "inline-flex") {
      const inner = new FlowBuilder(style);
      const own = ownAction(element, action);
      await this.#children(element, { ...context, ...this.#touched(own, action), inFlex: true }, inner);
      const children = inner.end();
      addBox(flow, { kind: "flex", style, anchors: flow.takeAnchors(), action: own, children });
      return;
    }
    const anchors = flow.takeAnchors();
    const box = await this.#flowBox(element, { ...context, behind: undefined });
    addBox(flow, { ...box, anchors: [...anchors, ...box.anchors] });
  }

  async #flowBox(element: PageElement, context: Context): Promise<FlowBox> {
    const { style, action, list } = context;
    const own = element.href === undefined ? undefined : action;
    const marker = style.display === "list-item" ? list?.next(element, style) : undefined;
    const inner = new FlowBuilder(style);
    await this.#children(
      element,
      { ...context, ...this.#touched(own && action, action), list: ListCounter.of(element) ?? list },
      inner,
    );
    return {
      kind: "flow",
      style,
      anchors: [],
      action: own,
      children: inner.end(),
      marker: marker === undefined ? undefined : { text: marker, look: markerLook(this.#lookOf(context)) },
    };
  }

  /** Where the whole box can be touched, what is in it need not be. */
  #touched(own: PageAction | undefined, outer?: PageAction): { action: PageAction | undefined } {
    return { action: own ? undefined : outer };
  }

  async #quotation(element: PageElement, context: Context, flow: FlowBuilder): Promise<void> {
    const look = this.#lookOf(context);
    flow.addText("“", context.style, look, context.action);
    await this.#children(element, context, flow);
    flow.addText("”", context.style, look, context.action);
  }

  async #loose(element: PageElement, context: Context, flow: FlowBuilder): Promise<void> {
    flow.endLines();
    await this.#children(element, context, flow);
    flow.endLines();
  }

  async #table(element: PageElement, context: Context, flow: FlowBuilder): Promise<Box> {
    const rows: TableRow[] = [];
    const anchors = flow.takeAnchors();
    const loose = new FlowBuilder(context.style);
    let caption: Box | undefined;
    const visit = async (parent: PageElement, outer: Context): Promise<void> => {
      for (const child of parent.children) {
        if (typeof child === "string") {
          if (child.trim() !== "") loose.addText(child, outer.style, this.#lookOf(outer), outer.action);
          continue;
        }
        const styled = this.#cascade.styleOf(child, outer);
        const inner: Context = { ...outer, ...styled };
        const { display } = styled.style;
        if (display === "none") continue;
        if (display === "table-row-group") await visit(child, inner);
        else if (display === "table-row") rows.push(await this.#row(child, inner));
        else if (display === "table-caption") caption = await this.#flowBox(child, inner);
        else if (display === "table-cell") rows.push({ style: outer.style, cells: [await this.#cell(child, inner)] });
        else await this.#element(child, outer, loose);
      }
    };
    await visit(element, context);
    const table: Box = { kind: "table", style: context.style, anchors, action: undefined, caption, rows };
    const around = loose.end();
    if (around.length === 0) return table;
    const style = { ...context.style, display: "block" as const, width: undefined };
    return { kind: "flow", style, anchors: [], action: undefined, marker: undefined, children: [...around, table] };
  }

  async #row(element: PageElement, context: Context): Promise<TableRow> {
    const cells: TableCell[] = [];
    for (const child of element.children) {
      if (typeof child === "string" || cells.length >= columnsMax) continue;
      const styled = this.#cascade.styleOf(child, context);
      if (styled.style.display !== "none") cells.push(await this.#cell(child, { ...context, ...styled }));
    }
    return { style: context.style, cells };
  }

  async #cell(element: PageElement, context: Context): Promise<TableCell> {
    if (performance.now() > this.#sliceEndMs) {
      await turn();
      this.#signal.throwIfAborted();
      this.#sliceEndMs = performance.now() + sliceMs;
    }
    const span = (text: string | undefined, most: number): number =>
      Math.max(1, Math.min(most, Number.parseInt(text ?? "1", 10) || 1));
    const { id } = element.attributes;
    const box = await this.#flowBox(element, context);
    return {
      box: id === undefined ? box : { ...box, anchors: [id] },
      columns: span(element.attributes.colspan, columnsMax),
      rows: span(element.attributes.rowspan, 1000),
    };
  }

  #actionOf(element: PageElement): PageAction | undefined {
    if (element.href !== undefined) return { kind: "link", href: element.href };
    if (element.name !== "label") return undefined;
    const control = this.#labelled(element);
    return control && { kind: "label", control };
  }

  #labelled(label: PageElement): PageControl | undefined {
    const id = label.attributes.for;
    if (id !== undefined) return this.#controls.find(({ elementId }) => elementId === id);
    const find = (element: PageElement): PageControl | undefined => {
      for (const child of element.children) {
        const found = typeof child === "string" ? undefined : (child.control ?? find(child));
        if (found) return found;
      }
      return undefined;
    };
    return find(label);
  }

  #lookOf({ style, behind }: Context): Look {
    let look = this.#looks.get(style);
    if (!look) {
      const rise = style.verticalAlign === "super" ? 0.4 : style.verticalAlign === "sub" ? -0.18 : 0;
      const { fontSize: size, bold, italic, mono, underline, strikethrough, color, lineHeight } = style;
      const japanese = this.#japanese;
      look = {
        size,
        bold,
        italic,
        mono,
        japanese,
        underline,
        strikethrough,
        color,
        lineHeight,
        rise,
        background: behind,
      };
      this.#looks.set(style, look);
    }
    return look;
  }
}

const blockified: Partial<Record<ComputedStyle["display"], ComputedStyle["display"]>> = {
  inline: "block",
  "inline-block": "block",
  "inline-flex": "flex",
};

/** An inline element with edges of its own is laid out as a box. */
function isBoxed({ padding, border, background }: ComputedStyle): boolean {
  const padded = padding.left.dp + padding.right.dp > 0 && background !== undefined;
  return padded || border.left.visible || border.right.visible;
}

function ownAction(element: PageElement, action: PageAction | undefined): PageAction | undefined {
  return element.href === undefined ? undefined : action;
}

function addBox(flow: FlowBuilder, box: Box): void {
  if (box.style.display === "inline" || box.style.display.startsWith("inline-")) flow.addInline(box);
  else flow.addBlock(box);
}

function atomOf(
  element: PageElement,
  style: ComputedStyle,
  action: PageAction | undefined,
): AtomBox | "nothing" | undefined {
  const { image, control } = element;
  if (image && !style.invisible) return { kind: "atom", style, anchors: [], action, content: { image } };
  if (control?.type === "hidden" || (control && style.invisible)) return "nothing";
  if (control) return { kind: "atom", style, anchors: [], action: undefined, content: { control } };
  return element.name === "img" || element.name === "input" ? "nothing" : undefined;
}

/** The language that the page says it is in; where it says none, kana decides. */
function isJapanesePage(root: PageElement): boolean {
  const { lang } = root.attributes;
  return lang ? /^ja\b/i.test(lang) : hasKana(root);
}

function hasKana({ children }: PageElement): boolean {
  return children.some((child) => (typeof child === "string" ? isJapanese(child) : hasKana(child)));
}

function markerLook(look: Look): Look {
  return { ...look, underline: false, bold: false, mono: false, background: undefined };
}
