import { readAlign, readColor, readInlineCss } from "./inline-css.ts";
import type { Align, Block, Inline, InlineStyle, PageControl, PageDocument, PageForm } from "./page-model.ts";

/** The page is not read further: what has been read is shown, with a word on why it ends. */
export class PageCut extends Error {
  readonly reason: "long" | "deep";

  constructor(reason: "long" | "deep") {
    super(`the page is too ${reason}`);
    this.reason = reason;
  }
}

export const pageLimits = {
  depth: 400,
  textChars: 400_000,
  blocks: 20_000,
  images: 60,
  controls: 300,
  columns: 12,
  listDepth: 6,
} as const;

const bodySize = 16;
const headingSizes = [28, 24, 20, 18, 16, 15];
const listIndent = 24;
/** A paragraph longer than this goes on in the next block, as a block is laid out in one go. */
const blockChars = 8000;
/** Addresses may hold a picture. */
const longestAddress = 2_000_000;

const skipped = new Set(["script", "style", "template", "svg", "math", "iframe", "object", "video", "audio", "canvas"]);
const blockTags = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li main menu nav ol p pre section summary ul".split(
    " ",
  ),
);
/** Those with space above them. */
const spacedTags = new Set("blockquote dl fieldset figure h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "));
const listTags = new Set(["ul", "ol", "menu"]);
const boldTags = new Set("b strong th h1 h2 h3 h4 h5 h6 dt summary legend".split(" "));
const italicTags = new Set("i em cite var dfn address".split(" "));
const monoTags = new Set("code pre kbd samp tt".split(" "));

/** What an element passes on to what is in it. */
interface Frame {
  name: string;
  style: InlineStyle;
  align: Align;
  pre: boolean;
  hidden: boolean;
  quote: number;
  indent: number;
  list: { ordered: boolean; next: number } | undefined;
}

interface Table {
  rows: { inlines: Inline[]; header: boolean }[][];
  anchors: string[];
  /** Tables in tables are shown as their text. */
  nested: number;
}

type Attributes = Readonly<Record<string, string | undefined>>;

/** Makes a page of the elements and texts of an HTML document, as a parser comes upon them. */
export class PageBuilder {
  readonly #isFile: boolean;
  #base: URL;
  readonly #frames: Frame[] = [];
  readonly #blocks: Block[] = [];
  readonly #forms: PageForm[] = [];
  #title = "";
  #inlines: Inline[] = [];
  #anchors: string[] = [];
  #marker: string | undefined;
  #above = 0;
  #form: number | undefined;
  #table: Table | undefined;
  /** A select, its option or a textarea or button whose text is being read. */
  #control: { control: PageControl; text: string; options: { label: string; value: string }[] } | undefined;
  #chars = 0;
  #blockChars = 0;
  #images = 0;
  #controls = 0;

  constructor(url: URL) {
    this.#base = url;
    this.#isFile = url.protocol === "file:";
  }

  finish(cut: PageDocument["cut"]): PageDocument {
    this.#endTable(this.#frame);
    this.#endBlock(this.#frame);
    const isFull = this.#blocks.length >= pageLimits.blocks;
    return {
      title: this.#title.replaceAll(/\s+/g, " ").trim(),
      blocks: this.#blocks,
      forms: this.#forms,
      cut: cut ?? (isFull ? "long" : undefined),
    };
  }

  /** Throws PageCut when the page is nested deeper than it can be meant, or longer than anybody reads. */
  open(name: string, attributes: Attributes): void {
    if (this.#blocks.length >= pageLimits.blocks) throw new PageCut("long");
    if (this.#frames.length >= pageLimits.depth) throw new PageCut("deep");
    const outer = this.#frame;
    const frame: Frame = { ...outer, name, list: undefined };
    this.#frames.push(frame);
    if (skipped.has(name) || (name === "head" && outer.name !== "head")) frame.hidden = true;
    this.#applyAttributes(frame, attributes);
    if (name === "base" && attributes.href !== undefined) this.#base = this.#resolve(attributes.href) ?? this.#base;
    if (frame.hidden) return;
    if (attributes.id !== undefined) this.#anchors.push(attributes.id);
    if (this.#table) this.#openInTable(frame, attributes);
    else this.#openBlock(frame, outer, attributes);
    this.#openInline(frame, attributes);
  }

  close(name: string): void {
    const frame = this.#frames.pop();
    if (!frame || frame.hidden) return;
    this.#closeControl(name);
    if (name === "form") this.#form = undefined;
    if (name === "q") this.#push({ kind: "text", text: "”", style: frame.style });
    if (name === "table" && this.#table) {
      if (this.#table.nested > 0) this.#table.nested--;
      else this.#endTable(frame);
    } else if (blockTags.has(name)) {
      if (this.#table) this.#break();
      else this.#endBlock(frame);
      if (spacedTags.has(name) && !isListInList(frame)) this.#above = Math.max(this.#above, 12);
    }
  }

  /** Throws PageCut when there is more text than anybody reads. */
  text(text: string): void {
    const frame = this.#frame;
    if (frame.name === "title") this.#title = `${this.#title}${text}`.slice(0, 300);
    if (frame.hidden || frame.name === "title") return;
    this.#chars += text.length;
    if (this.#chars > pageLimits.textChars) throw new PageCut("long");
    if (this.#control) this.#control.text = `${this.#control.text}${text}`.slice(0, 20_000);
    else for (let at = 0; at < text.length; at += blockChars) this.#addText(text.slice(at, at + blockChars), frame);
  }

  #addText(text: string, frame: Frame): void {
    if (frame.pre) this.#pushLines(text.replaceAll("\t", "    "), frame.style);
    else this.#pushCollapsed(text.replaceAll(/[ \t\r\n\f]+/g, " "), frame.style);
    this.#blockChars += text.length;
    if (this.#blockChars >= blockChars && !this.#table) this.#endBlock(frame);
  }

  get #frame(): Frame {
    return (
      this.#frames.at(-1) ?? {
        name: "",
        style: plainStyle(),
        align: "start",
        pre: false,
        hidden: false,
        quote: 0,
        indent: 0,
        list: undefined,
      }
    );
  }

  #applyAttributes(frame: Frame, attributes: Attributes): void {
    const { name } = frame;
    const style = { ...frame.style };
    frame.style = style;
    if (boldTags.has(name)) style.bold = true;
    if (italicTags.has(name)) style.italic = true;
    if (monoTags.has(name)) {
      style.mono = true;
      style.size = Math.min(style.size, bodySize) * 0.88;
    }
    if (name === "u" || name === "ins") style.underline = true;
    if (name === "s" || name === "del" || name === "strike") style.strikethrough = true;
    if (name === "small" || name === "sub" || name === "sup") style.size *= 0.8;
    if (name === "big") style.size *= 1.2;
    if (name === "mark") style.background = "#fff3a3";
    if (/^h[1-6]$/.test(name)) style.size = headingSizes[Number(name[1]) - 1] ?? bodySize;
    if (name === "font" && attributes.color !== undefined) style.color = readColor(attributes.color.toLowerCase());
    if (name === "a" && attributes.href !== undefined) style.href = this.#resolve(attributes.href)?.href;
    if (name === "center") frame.align = "center";
    if (attributes.align !== undefined) frame.align = readAlign(attributes.align.toLowerCase()) ?? frame.align;
    if (name === "pre") frame.pre = true;
    if (attributes.hidden !== undefined) frame.hidden = true;
    if (attributes.style === undefined) return;
    const css = readInlineCss(attributes.style, style);
    Object.assign(style, css.style);
    frame.align = css.align ?? frame.align;
    frame.pre = css.pre ?? frame.pre;
    frame.hidden ||= css.hidden;
  }

  #openBlock(frame: Frame, outer: Frame, attributes: Attributes): void {
    const { name } = frame;
    if (name === "table") {
      this.#endBlock(outer);
      this.#table = { rows: [], anchors: this.#anchors.splice(0), nested: 0 };
      return;
    }
    if (name === "hr") {
      this.#endBlock(outer);
      this.#addBlock({ kind: "rule", anchors: this.#anchors.splice(0), quote: frame.quote, indent: frame.indent });
      return;
    }
    if (!blockTags.has(name)) return;
    this.#endBlock(outer);
    const heading = /^h[1-6]$/.test(name);
    if (spacedTags.has(name) && !(frame.indent > 0 && listTags.has(name)))
      this.#above = Math.max(this.#above, heading ? 22 : 12);
    if (name === "blockquote") frame.quote = Math.min(pageLimits.listDepth, frame.quote + 1);
    if (name === "dd") frame.indent = Math.min(pageLimits.listDepth * listIndent, frame.indent + listIndent);
    if (listTags.has(name)) {
      frame.indent = Math.min(pageLimits.listDepth * listIndent, frame.indent + listIndent);
      frame.list = { ordered: name === "ol", next: Number.parseInt(attributes.start ?? "1", 10) || 1 };
    }
    if (name === "li") {
      this.#marker = outer.list?.ordered ? `${outer.list.next++}.` : "•";
      this.#above = Math.max(this.#above, 4);
    }
  }

  #openInTable(frame: Frame, attributes: Attributes): void {
    const table = this.#table;
    if (!table) return;
    const { name } = frame;
    if (name === "table") table.nested++;
    const own = table.nested === 0;
    if (name === "tr") {
      if (own) table.rows.push([]);
      else this.#break();
    } else if (name === "td" || name === "th") {
      if (!own) return this.#pushCollapsed(" ", frame.style);
      if (table.rows.length === 0) table.rows.push([]);
      table.rows.at(-1)?.push({ inlines: [], header: name === "th" });
      for (let span = Number(attributes.colspan ?? 1); span > 1 && span <= pageLimits.columns; span--)
        table.rows.at(-1)?.push({ inlines: [], header: false });
    } else if (blockTags.has(name)) {
      this.#break();
      if (name === "li") this.#pushCollapsed("• ", frame.style);
    }
  }

  #openInline(frame: Frame, attributes: Attributes): void {
    const { name, style } = frame;
    if (name === "br") this.#push({ kind: "break" });
    if (name === "q") this.#push({ kind: "text", text: "“", style });
    if (name === "img") this.#addImage(attributes, style.href);
    if (name === "form") {
      const action = this.#resolve(attributes.action ?? "") ?? this.#base;
      const method = attributes.method?.toUpperCase() === "POST" ? "POST" : "GET";
      this.#form = this.#forms.push({ action: action.href, method }) - 1;
    }
    if (name === "input") this.#addInput(attributes);
    if (name === "textarea" || name === "select" || name === "button") this.#openControl(name, attributes);
    if (name === "option" && this.#control) {
      this.#endOption();
      this.#control.options.push({ label: "", value: attributes.value ?? "\0" });
      if (attributes.selected !== undefined) this.#control.control.value = attributes.value ?? "\0";
    }
  }

  #addImage(attributes: Attributes, href: string | undefined): void {
    const src = this.#resolve(attributes.src ?? "");
    const length = (text: string | undefined): number | undefined => {
      const value = /^\d{1,5}(px)?$/.test(text ?? "") ? Number.parseInt(text ?? "", 10) : undefined;
      return value === undefined || value === 0 ? undefined : value;
    };
    const { width, height } = { width: length(attributes.width), height: length(attributes.height) };
    // One that is there only to be counted.
    if (!src || attributes.src === undefined || (width ?? 9) <= 2 || ++this.#images > pageLimits.images) return;
    this.#push({
      kind: "image",
      image: { src: src.href, alt: (attributes.alt ?? "").slice(0, 300), width, height },
      href,
    });
  }

  #addInput(attributes: Attributes): void {
    const type = attributes.type?.toLowerCase() ?? "text";
    const { value = "", placeholder = "" } = attributes;
    const checked = attributes.checked !== undefined;
    if (type === "checkbox" || type === "radio") this.#addControl({ type, value: value || "on", checked }, attributes);
    else if (type === "hidden" || type === "password" || type === "reset")
      this.#addControl({ type, value }, attributes);
    else if (type === "submit" || type === "image")
      this.#addControl({ type: "submit", value: value || "Submit" }, attributes);
    else if (type !== "file" && type !== "button") this.#addControl({ type: "text", value, placeholder }, attributes);
  }

  #openControl(name: "textarea" | "select" | "button", attributes: Attributes): void {
    this.#endOption();
    const type = name === "button" ? (attributes.type === "reset" ? "reset" : "submit") : name;
    if (name === "button" && attributes.type === "button") return;
    const { placeholder = "", value = "" } = attributes;
    const control = this.#addControl({ type, placeholder, value }, attributes);
    if (control) this.#control = { control, text: "", options: [] };
  }

  #closeControl(name: string): void {
    const open = this.#control;
    if (!open || (name !== "textarea" && name !== "select" && name !== "button" && name !== "option")) return;
    const { control } = open;
    if (name === "option") return this.#endOption();
    this.#endOption();
    this.#control = undefined;
    if (name === "textarea") control.value = open.text.replace(/^\n/, "");
    if (name === "button") control.placeholder = open.text.replaceAll(/\s+/g, " ").trim() || control.value || "Submit";
    if (name !== "select") return;
    control.options = open.options;
    if (!open.options.some(({ value }) => value === control.value)) control.value = open.options[0]?.value ?? "";
  }

  /** The text of an option is its label, and its value where it names none. */
  #endOption(): void {
    const open = this.#control;
    const option = open?.options.at(-1);
    if (!open || !option || open.control.type !== "select" || option.label !== "") return;
    option.label = open.text.replaceAll(/\s+/g, " ").trim().slice(0, 200) || " ";
    if (option.value === "\0") option.value = option.label.trim();
    if (open.control.value === "\0") open.control.value = option.value;
    open.text = "";
  }

  #addControl(
    given: Partial<PageControl> & Pick<PageControl, "type">,
    attributes: Attributes,
  ): PageControl | undefined {
    if (++this.#controls > pageLimits.controls) return undefined;
    const control: PageControl = {
      id: this.#controls,
      form: this.#form,
      name: attributes.name ?? "",
      value: "",
      checked: false,
      placeholder: "",
      options: [],
      ...given,
    };
    this.#push({ kind: "control", control });
    return control;
  }

  #pushCollapsed(text: string, style: InlineStyle): void {
    const last = this.#line.at(-1);
    const atStart = last === undefined || last.kind === "break" || (last.kind === "text" && last.text.endsWith(" "));
    const shown = atStart ? text.trimStart() : text;
    if (shown !== "") this.#push({ kind: "text", text: shown, style });
  }

  #pushLines(text: string, style: InlineStyle): void {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) this.#push({ kind: "break" });
      if (line !== "") this.#push({ kind: "text", text: line, style });
    }
  }

  #break(): void {
    const last = this.#line.at(-1);
    if (last && last.kind !== "break") this.#push({ kind: "break" });
  }

  /** Where text goes now: the cell of a table, or the block. */
  get #line(): Inline[] {
    return this.#table?.rows.at(-1)?.findLast((cell) => cell !== undefined)?.inlines ?? this.#inlines;
  }

  #push(inline: Inline): void {
    if (this.#table && (this.#table.rows.at(-1)?.length ?? 0) === 0) {
      // What stands in a table but in no cell gets a cell of its own.
      if (inline.kind === "break" || (inline.kind === "text" && inline.text.trim() === "")) return;
      if (this.#table.rows.length === 0) this.#table.rows.push([]);
      this.#table.rows.at(-1)?.push({ inlines: [], header: false });
    }
    this.#line.push(inline);
  }

  #endBlock({ align, pre, quote, indent }: Frame): void {
    const inlines = trimmed(this.#inlines);
    this.#inlines = [];
    this.#blockChars = 0;
    if (inlines.length === 0) return;
    const block = { align, pre, quote, indent, inlines, anchors: this.#anchors.splice(0) };
    this.#addBlock({
      kind: "text",
      ...block,
      above: this.#blocks.length === 0 ? 0 : this.#above,
      marker: this.#marker,
    });
    this.#above = 0;
    this.#marker = undefined;
  }

  #endTable({ quote, indent, align }: Frame): void {
    const table = this.#table;
    if (!table) return;
    this.#table = undefined;
    const rows = table.rows
      .map((row) => row.map((cell) => ({ ...cell, inlines: trimmed(cell.inlines) })))
      .filter((row) => row.some((cell) => cell.inlines.length > 0));
    const columns = Math.min(pageLimits.columns, Math.max(0, ...rows.slice(0, 1000).map((row) => row.length)));
    for (const [index, cells] of rows.entries()) {
      const anchors = index === 0 ? table.anchors : [];
      const [cell] = cells;
      // A table of one column is there for the place of things, not to be read as one.
      if (columns === 1 && cell)
        this.#addBlock({
          kind: "text",
          ...cell,
          align,
          pre: false,
          quote,
          indent,
          anchors,
          above: 4,
          marker: undefined,
        });
      else this.#addBlock({ kind: "row", cells, columns, first: index === 0, quote, indent, anchors });
    }
    this.#above = 12;
  }

  #addBlock(block: Block): void {
    if (this.#blocks.length < pageLimits.blocks) this.#blocks.push(block);
  }

  #resolve(reference: string): URL | undefined {
    const text = reference.trim();
    if (text.length > longestAddress || !URL.canParse(text, this.#base)) return undefined;
    const url = new URL(text, this.#base);
    // A page of the web has no business with the device's files.
    return url.protocol === "file:" && !this.#isFile ? undefined : url;
  }
}

/** Lists in lists stand as close as their items. */
function isListInList({ name, indent }: Frame): boolean {
  return listTags.has(name) && indent > listIndent;
}

function plainStyle(): InlineStyle {
  return {
    size: bodySize,
    bold: false,
    italic: false,
    underline: false,
    strikethrough: false,
    mono: false,
    color: undefined,
    background: undefined,
    href: undefined,
  };
}

/** Without the spaces and breaks at the ends. */
function trimmed(inlines: readonly Inline[]): Inline[] {
  const isBlank = (inline: Inline): boolean =>
    inline.kind === "break" || (inline.kind === "text" && inline.text.trim() === "");
  const from = inlines.findIndex((inline) => !isBlank(inline));
  const to = inlines.findLastIndex((inline) => !isBlank(inline));
  return from < 0 ? [] : inlines.slice(from, to + 1);
}
