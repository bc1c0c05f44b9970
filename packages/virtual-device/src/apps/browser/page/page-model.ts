/** A page as the browser shows it: a flat run of blocks, each with what stands in its lines. */
export interface PageDocument {
  title: string;
  blocks: readonly Block[];
  forms: readonly PageForm[];
  /** Why the page ends before its end. */
  cut: "long" | "deep" | undefined;
}

export type Align = "start" | "center" | "end";

export type Block = TextBlock | RowBlock | RuleBlock;

interface BlockBase {
  /** Ids that begin here, for links to parts of the page. */
  anchors: readonly string[];
  /** How deep in quotations it stands. */
  quote: number;
  /** From the left, in dp. */
  indent: number;
}

export interface TextBlock extends BlockBase {
  kind: "text";
  inlines: readonly Inline[];
  align: Align;
  /** Space above, in dp. */
  above: number;
  /** Before the first line of a list's item. */
  marker: string | undefined;
  /** Lines break only where the page breaks them. */
  pre: boolean;
}

/** A row of a table. */
export interface RowBlock extends BlockBase {
  kind: "row";
  cells: readonly { inlines: readonly Inline[]; header: boolean }[];
  /** How many columns the table has, and whether the row begins it. */
  columns: number;
  first: boolean;
}

interface RuleBlock extends BlockBase {
  kind: "rule";
}

export interface InlineStyle {
  /** dp */
  size: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strikethrough: boolean;
  mono: boolean;
  /** As the page writes them, where it does. */
  color: string | undefined;
  background: string | undefined;
  href: string | undefined;
}

export type Inline =
  | { kind: "text"; text: string; style: InlineStyle }
  | { kind: "break" }
  | { kind: "image"; image: PageImage; href: string | undefined }
  | { kind: "control"; control: PageControl };

export interface PageImage {
  /** Absolute. */
  src: string;
  alt: string;
  /** dp, as the page says; undefined: as large as the picture is. */
  width: number | undefined;
  height: number | undefined;
}

export interface PageForm {
  /** Absolute. */
  action: string;
  method: "GET" | "POST";
}

export interface PageControl {
  id: number;
  /** Index into the page's forms. */
  form: number | undefined;
  type: "text" | "password" | "textarea" | "checkbox" | "radio" | "select" | "submit" | "reset" | "hidden";
  name: string;
  /** What it has at first, or says; for a checkbox what it sends when it is on. */
  value: string;
  checked: boolean;
  placeholder: string;
  options: readonly { label: string; value: string }[];
}
