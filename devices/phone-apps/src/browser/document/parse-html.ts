import { setImmediate as turn } from "node:timers/promises";
import { DomHandler, Element } from "domhandler";
import { Parser } from "htmlparser2";
import { describeDocument } from "./describe-document.ts";
import { PAGE_LIMITS, type PageCut, type PageDocument } from "./page-document.ts";

/** Elements with content that is not for readers or not supported by this browser. */
const skipped = new Set("script style template svg math iframe object video audio canvas datalist dialog".split(" "));
/** Elements that always exist. */
const FRAMES = new Set(["html", "head", "body"]);
const LONGEST_ATTRIBUTE = 4000;
/** Number of characters to parse before the screen may redraw. */
const SLICE_CHARS = 64 * 1024;

class TooMuch extends Error {
  readonly cut: PageCut;

  constructor(cut: PageCut) {
    super(`the page is too ${cut}`);
    this.cut = cut;
  }
}

/** Builds the tree of an HTML document within the page limits. */
class PageHandler extends DomHandler {
  readonly html = new Element("html", {});
  readonly body = new Element("body", {});
  #skipped = 0;
  #chars = 0;
  #elements = 0;

  constructor() {
    super();
    for (const frame of [this.html, this.body]) {
      this.addNode(frame);
      this.tagStack.push(frame);
    }
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#skipped > 0 || skipped.has(name)) {
      this.#skipped++;
      return;
    }
    // Long attributes are dropped, so that the page's source can be garbage-collected.
    for (const [key, value] of Object.entries(attributes))
      if (value.length > LONGEST_ATTRIBUTE && key !== "src" && key !== "href") delete attributes[key];
    if (FRAMES.has(name)) {
      const frame = name === "html" ? this.html : this.body;
      if (name !== "head") frame.attribs = { ...attributes, ...frame.attribs };
      return;
    }
    if (this.tagStack.length > PAGE_LIMITS.depth) throw new TooMuch("deep");
    if (++this.#elements > PAGE_LIMITS.elements) throw new TooMuch("long");
    super.onopentag(name, attributes);
  }

  /** The parser closes each element that it opened, by name. */
  override onclosetag(name?: string): void {
    if (this.#skipped > 0) this.#skipped--;
    else if (name !== undefined && !FRAMES.has(name)) super.onclosetag();
  }

  override ontext(text: string): void {
    if (this.#skipped > 0) return;
    this.#chars += text.length;
    if (this.#chars > PAGE_LIMITS.textChars) throw new TooMuch("long");
    super.ontext(text);
  }

  override oncomment(): void {}
  override onprocessinginstruction(): void {}
}

/** Parses an HTML document in slices that keep the screen responsive. Rejects with the signal's reason. */
export async function parseHtml(html: string, url: URL, signal: AbortSignal): Promise<PageDocument> {
  const handler = new PageHandler();
  const parser = new Parser(handler);
  let cut: PageCut | undefined;
  try {
    for (let at = 0; at < html.length; at += SLICE_CHARS) {
      parser.write(html.slice(at, at + SLICE_CHARS));
      await turn();
      signal.throwIfAborted();
    }
    parser.end();
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    cut = error.cut;
  }
  return describeDocument(handler.html, handler.body, url, cut);
}
