import { cutText } from "@terrarium/bounds/cut-text";
import type { AxNode, PageFrame } from "./page-frame.ts";

/** Limits per page. A page can have any size, and nested quotes can make its Markdown a thousand times larger. */
const LIMITS = { chars: 400_000, depth: 300 };
/** Inline elements; all other elements start a new paragraph. */
const inlineTags = new Set(
  "A ABBR B BDI BDO BR BUTTON CITE CODE DATA DEL DFN EM FONT I IMG INPUT INS KBD LABEL MARK Q S SAMP SELECT SMALL SPAN STRONG SUB SUP TIME U VAR WBR #text ::before ::after ::marker".split(
    " ",
  ),
);
const MARKS: Readonly<Record<string, string>> = { B: "**", STRONG: "**", I: "_", EM: "_", CODE: "`" };
const FIELDS = new Set(["textbox", "searchbox", "spinbutton", "combobox", "slider"]);
const SWITCHES = new Set(["checkbox", "radio", "switch"]);

/**
 * Converts a page with its frames to Markdown (https://commonmark.org, with GitHub's tables), from its accessibility
 * tree without hidden content. Controls are put in brackets. A page over the limit ends with a note.
 */
export function toMarkdown(frame: PageFrame): string {
  const extent = new Extent();
  const text = extent.cut(new MarkdownWriter(frame, extent).blocks().join("\n\n"));
  return extent.isCut ? `${text}\n\n(the page goes on)` : text;
}

/** Remaining budget of a page; the rest is omitted. */
class Extent {
  #leftChars = LIMITS.chars;
  /** Whether anything was omitted. */
  isCut = false;

  /** Cuts text of the page to the remaining budget. */
  take(text: string): string {
    const taken = this.#cut(text, this.#leftChars);
    this.#leftChars -= taken.length;
    return taken;
  }

  /** Cuts the generated Markdown to the limit. */
  cut(text: string): string {
    return this.#cut(text, LIMITS.chars);
  }

  #cut(text: string, chars: number): string {
    if (text.length <= chars) return text;
    this.isCut = true;
    return cutText(text, chars);
  }
}

class MarkdownWriter {
  readonly #frame: PageFrame;
  readonly #nodes: ReadonlyMap<string, AxNode>;
  readonly #extent: Extent;
  /** Cache of nodes' inline state. */
  readonly #inlines = new Map<AxNode, boolean>();

  constructor(frame: PageFrame, extent: Extent) {
    this.#frame = frame;
    this.#extent = extent;
    this.#nodes = new Map(frame.nodes.map((node) => [node.nodeId, node]));
  }

  blocks(): string[] {
    const [root] = this.#frame.nodes;
    return root ? this.#blocksOf(root, 0) : [];
  }

  /** Returns the paragraphs of a node; consecutive inline content becomes one paragraph. */
  #blocksOf(node: AxNode, depth: number): string[] {
    if (depth > LIMITS.depth) return [];
    const blocks: string[] = [];
    let line = "";
    const endLine = () => {
      const text = tidy(line);
      if (text !== "") blocks.push(text);
      line = "";
    };
    for (const child of this.#childrenOf(node)) {
      if (this.#isInline(child, depth)) line += this.#inline(child, depth);
      else {
        endLine();
        for (const block of this.#block(child, depth + 1)) blocks.push(block);
      }
    }
    endLine();
    const inner = node.backendDOMNodeId === undefined ? undefined : this.#frame.frames.get(node.backendDOMNodeId);
    return inner ? [...blocks, ...new MarkdownWriter(inner, this.#extent).blocks()] : blocks;
  }

  #block(node: AxNode, depth: number): string[] {
    const inside = () => this.#blocksOf(node, depth);
    if (this.#tagOf(node) === "PRE") return [`\`\`\`\n${this.#plain(node, depth).trimEnd()}\n\`\`\``];
    switch (node.ignored ? "" : textOf(node.role)) {
      case "heading":
        return within(`${"#".repeat(Math.min(6, Number(propertyOf(node, "level")) || 1))} `, inside().join(" "));
      case "blockquote":
        return within("", this.#extent.cut(inside().join("\n\n").replaceAll(/^/gm, "> ")));
      case "list":
        return within("", this.#itemsOf(node, depth).join("\n"));
      case "listitem":
        return [this.#item("-", inside())];
      case "table":
      case "grid":
        return within("", this.#rowsOf(node, depth).join("\n"));
      case "separator":
        return ["---"];
      default:
        return inside();
    }
  }

  #itemsOf(node: AxNode, depth: number): string[] {
    return this.#childrenOf(node).flatMap((child) => {
      if (textOf(child.role) !== "listitem") return this.#block(child, depth + 1);
      const marker = this.#childrenOf(child).find(({ role }) => textOf(role) === "ListMarker");
      const [number] = /^\d+/.exec(textOf(marker?.name)) ?? [];
      return [this.#item(number === undefined ? "-" : `${number}.`, this.#blocksOf(child, depth + 1))];
    });
  }

  /** Later paragraphs are indented below the first. */
  #item(marker: string, blocks: readonly string[]): string {
    const text = blocks.join("\n").replaceAll("\n", `\n${" ".repeat(marker.length + 1)}`);
    return this.#extent.cut(`${marker} ${text}`);
  }

  #rowsOf(node: AxNode, depth: number): string[] {
    const rows = this.#descendants(node, "row", depth).map((row) => {
      const cells = this.#childrenOf(row).filter(({ role }) => /cell|header/i.test(textOf(role)));
      return cells.map((cell) =>
        this.#extent.cut(
          this.#blocksOf(cell, depth + 1)
            .join(" ")
            .replaceAll("|", "\\|")
            .replaceAll("\n", " "),
        ),
      );
    });
    const lines = rows.filter((cells) => cells.length > 0).map((cells) => `| ${cells.join(" | ")} |`);
    const width = rows.find((cells) => cells.length > 0)?.length ?? 0;
    return lines.length === 0 ? [] : [lines[0] ?? "", `|${" --- |".repeat(width)}`, ...lines.slice(1)];
  }

  #descendants(node: AxNode, role: string, depth: number): AxNode[] {
    if (depth > LIMITS.depth) return [];
    return this.#childrenOf(node).flatMap((child) =>
      textOf(child.role) === role ? [child] : this.#descendants(child, role, depth + 1),
    );
  }

  /** Returns whether the node and all its descendants are inline. */
  #isInline(node: AxNode, depth: number): boolean {
    if (depth > LIMITS.depth) return true;
    const known = this.#inlines.get(node);
    if (known !== undefined) return known;
    const tag = this.#tagOf(node);
    const isInline =
      (tag === undefined || inlineTags.has(tag)) &&
      this.#childrenOf(node).every((child) => this.#isInline(child, depth + 1));
    this.#inlines.set(node, isInline);
    return isInline;
  }

  #inline(node: AxNode, depth: number): string {
    if (depth > LIMITS.depth) return "";
    const role = node.ignored ? "" : textOf(node.role);
    const name = () => this.#extent.take(textOf(node.name));
    const inside = () =>
      this.#childrenOf(node)
        .map((child) => this.#inline(child, depth + 1))
        .join("");
    if (role === "StaticText") return name();
    if (role === "LineBreak") return "\n";
    if (role === "ListMarker" || role === "InlineTextBox") return "";
    if (role === "image") return textOf(node.name) === "" ? "" : `![${name()}]`;
    if (role === "button") return ` [${name()}] `;
    if (SWITCHES.has(role)) return ` [${/true/.test(propertyOf(node, "checked")) ? "x" : " "}] `;
    if (FIELDS.has(role)) return ` [${name()}: ${this.#extent.take(textOf(node.value))}] `;
    const text = inside();
    const mark = MARKS[this.#tagOf(node) ?? ""];
    if (mark !== undefined && text.trim() !== "") return `${mark}${text.trim()}${mark}`;
    const url = role === "link" ? propertyOf(node, "url") : "";
    return url === "" || text.trim() === "" ? text : `[${tidy(text)}](${this.#extent.take(url)})`;
  }

  /** Returns the literal text, line by line. */
  #plain(node: AxNode, depth: number): string {
    if (depth > LIMITS.depth) return "";
    const role = textOf(node.role);
    if (role === "StaticText") return this.#extent.take(textOf(node.name));
    if (role === "LineBreak") return "\n";
    return this.#childrenOf(node)
      .map((child) => this.#plain(child, depth + 1))
      .join("");
  }

  #childrenOf(node: AxNode): AxNode[] {
    return node.childIds.flatMap((id) => this.#nodes.get(id) ?? []);
  }

  #tagOf({ backendDOMNodeId }: AxNode): string | undefined {
    return backendDOMNodeId === undefined ? undefined : this.#frame.tags.get(backendDOMNodeId);
  }
}

const within = (before: string, text: string): string[] => (text.trim() === "" ? [] : [before + text]);

const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .trim();

const propertyOf = ({ properties }: AxNode, name: string): string =>
  textOf(properties.find((each) => each.name === name)?.value);

const textOf = (field: { value?: unknown } | undefined): string =>
  ["string", "number", "boolean"].includes(typeof field?.value) ? String(field?.value) : "";
