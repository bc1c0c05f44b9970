import { controlOf, formOf, linkFields, type ControlContext } from "./form-controls.ts";
import {
  isElement,
  textOf,
  type PageControl,
  type PageDocument,
  type PageElement,
  type PageForm,
  type PageImage,
  type SheetSource,
} from "./page-document.ts";

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
  elements: 20_000,
  images: 60,
  controls: 300,
  sheets: 12,
  inlineSheetChars: 500_000,
} as const;

/** Addresses may hold a picture. */
const longestAddress = 2_000_000;
const longestAttribute = 4000;

/** Their content is not for readers, or not for this browser. */
const skipped = new Set("template svg math iframe object video audio canvas datalist dialog".split(" "));
/** Read as text, and kept apart from the page. */
const rawTexts = new Set(["script", "style", "title"]);
/** They are there from the start, or have no box. */
const frames = new Set(["html", "head", "body"]);
const voids = new Set(["meta", "link", "base"]);

type Attributes = Readonly<Record<string, string>>;

/** Makes the tree of an HTML document from what a parser comes upon. */
export class DocumentBuilder {
  readonly #isFile: boolean;
  readonly #root: PageElement;
  readonly #body: PageElement;
  readonly #open: PageElement[];
  readonly #sheets: SheetSource[] = [];
  readonly #forms: PageForm[] = [];
  readonly #controls: PageControl[] = [];
  readonly #elementsIn = new WeakMap<PageElement, number>();
  #base: URL;
  #title = "";
  #supportsDark = false;
  #refresh: PageDocument["refresh"];
  #form: number | undefined;
  #raw: { name: string; media: string; text: string } | undefined;
  #skipping: { name: string; depth: number } | undefined;
  #chars = 0;
  #elements = 0;
  #images = 0;

  constructor(url: URL) {
    this.#base = url;
    this.#isFile = url.protocol === "file:";
    this.#root = { name: "html", attributes: {}, parent: undefined, position: 1, children: [] };
    this.#body = { name: "body", attributes: {}, parent: this.#root, position: 2, children: [] };
    this.#root.children.push(this.#body);
    this.#open = [this.#body];
  }

  finish(cut: PageDocument["cut"]): PageDocument {
    linkFields(this.#controls);
    return {
      title: this.#title.replaceAll(/\s+/g, " ").trim(),
      root: this.#root,
      sheets: this.#sheets,
      forms: this.#forms,
      controls: this.#controls,
      supportsDark: this.#supportsDark,
      refresh: this.#refresh,
      cut,
    };
  }

  /** Throws PageCut when the page is nested deeper than it can be meant, or longer than anybody reads. */
  open(name: string, attributes: Attributes): void {
    if (this.#skipping) {
      if (this.#skipping.name === name) this.#skipping.depth++;
      return;
    }
    if (skipped.has(name)) {
      this.#skipping = { name, depth: 1 };
      return;
    }
    if (rawTexts.has(name)) {
      this.#raw = { name, media: attributes.media ?? "", text: "" };
      return;
    }
    if (frames.has(name)) return this.#mergeFrame(name, attributes);
    if (voids.has(name)) return this.#applyMeta(name, attributes);
    if (this.#open.length >= pageLimits.depth) throw new PageCut("deep");
    if (++this.#elements > pageLimits.elements) throw new PageCut("long");
    const element = this.#append(name, attributes);
    this.#open.push(element);
    if (name === "form")
      this.#form = this.#forms.push(formOf(attributes, (text) => this.#resolve(text), this.#base)) - 1;
    if (name === "a" && attributes.href !== undefined) {
      const href = this.#resolve(attributes.href)?.href;
      if (href !== undefined) element.href = href;
    }
    if (name === "img") this.#addImage(element);
    if (name === "input") this.#addControl(element);
  }

  close(name: string): void {
    if (this.#skipping) {
      if (this.#skipping.name === name && --this.#skipping.depth === 0) this.#skipping = undefined;
      return;
    }
    if (this.#raw) return this.#endRaw();
    if (frames.has(name) || voids.has(name)) return;
    const element = this.#open.at(-1);
    if (!element || this.#open.length === 1 || element.name !== name) return;
    this.#open.pop();
    if (name === "form") this.#form = undefined;
    if (name === "select" || name === "textarea" || name === "button") this.#addControl(element);
  }

  /** Throws PageCut when there is more text than anybody reads. */
  text(text: string): void {
    if (this.#skipping) return;
    if (this.#raw) {
      if (this.#raw.text.length < pageLimits.inlineSheetChars) this.#raw.text += text;
      return;
    }
    this.#chars += text.length;
    if (this.#chars > pageLimits.textChars) throw new PageCut("long");
    const { children } = this.#innermost;
    const last = children.at(-1);
    if (last !== undefined && !isElement(last)) children[children.length - 1] = last + text;
    else children.push(text);
  }

  get #innermost(): PageElement {
    return this.#open.at(-1) ?? this.#body;
  }

  #append(name: string, given: Attributes): PageElement {
    const parent = this.#innermost;
    const position = (this.#elementsIn.get(parent) ?? 0) + 1;
    this.#elementsIn.set(parent, position);
    const element: PageElement = { name, attributes: shortened(given), parent, position, children: [] };
    parent.children.push(element);
    return element;
  }

  #mergeFrame(name: string, attributes: Attributes): void {
    const frame = name === "html" ? this.#root : name === "body" ? this.#body : undefined;
    if (frame) Object.assign(frame.attributes, { ...shortened(attributes), ...frame.attributes });
  }

  #applyMeta(name: string, attributes: Attributes): void {
    if (name === "base" && attributes.href !== undefined) this.#base = this.#resolve(attributes.href) ?? this.#base;
    if (name === "link" && /(^|\s)stylesheet(\s|$)/i.test(attributes.rel ?? "") && attributes.href !== undefined) {
      const address = this.#resolve(attributes.href)?.href;
      const alternate = /(^|\s)alternate(\s|$)/i.test(attributes.rel ?? "");
      if (address !== undefined && !alternate) this.#addSheet({ kind: "link", address, media: attributes.media ?? "" });
    }
    if (name !== "meta") return;
    const content = attributes.content ?? "";
    if (attributes.name?.toLowerCase() === "color-scheme") this.#supportsDark ||= /\bdark\b/i.test(content);
    if (attributes["http-equiv"]?.toLowerCase() === "refresh") this.#setRefresh(content);
  }

  #setRefresh(content: string): void {
    const [, seconds, target = ""] =
      /^\s*(\d{1,6})(?:\.\d*)?\s*(?:[;,]\s*(?:url\s*=\s*)?["']?(.*?)["']?\s*)?$/i.exec(content) ?? [];
    const address = this.#resolve(target)?.href;
    if (seconds !== undefined && address !== undefined && /^https?:/.test(address))
      this.#refresh ??= { afterS: Number(seconds), address };
  }

  #addSheet(sheet: SheetSource): void {
    if (this.#sheets.length < pageLimits.sheets) this.#sheets.push(sheet);
  }

  #endRaw(): void {
    const raw = this.#raw;
    this.#raw = undefined;
    if (raw?.name === "style") this.#addSheet({ kind: "text", text: raw.text, media: raw.media });
    if (raw?.name === "title") this.#title ||= raw.text.slice(0, 300);
  }

  #addImage(element: PageElement): void {
    const { src = "", alt = "", width, height } = element.attributes;
    const address = src === "" ? undefined : this.#resolve(src);
    const size = { width: pixels(width), height: pixels(height) };
    // One that is there only to be counted.
    if (!address || (size.width ?? 9) <= 2 || ++this.#images > pageLimits.images) return;
    const image: PageImage = { src: address.href, alt: alt.slice(0, 300), ...size };
    element.image = image;
  }

  #addControl(element: PageElement): void {
    if (this.#controls.length >= pageLimits.controls) return;
    const context: ControlContext = { id: this.#controls.length + 1, form: this.#form, text: textOf(element) };
    const control = controlOf(element, context);
    if (!control) return;
    element.control = control;
    this.#controls.push(control);
  }

  #resolve(reference: string): URL | undefined {
    const text = reference.trim();
    if (text.length > longestAddress || !URL.canParse(text, this.#base)) return undefined;
    const url = new URL(text, this.#base);
    // A page of the web has no business with the device's files.
    return url.protocol === "file:" && !this.#isFile ? undefined : url;
  }
}

function pixels(text: string | undefined): number | undefined {
  const value = /^\s*\d{1,5}(px)?\s*$/.test(text ?? "") ? Number.parseInt(text ?? "", 10) : undefined;
  return value === undefined || value === 0 ? undefined : value;
}

/** Without what nobody reads: the page's source may be let go of. */
function shortened(attributes: Attributes): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes))
    if (name === "src" || name === "href" || value.length <= longestAttribute) kept[name] = value;
  return kept;
}
