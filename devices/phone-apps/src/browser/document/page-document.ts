/** An HTML document as the browser works on it: elements and texts, and beside them what a page is made with. */
export interface PageDocument {
  title: string;
  /** The html element; its last child is the body. */
  root: PageElement;
  sheets: readonly SheetSource[];
  forms: readonly PageForm[];
  /** In the order in which they stand. */
  controls: readonly PageControl[];
  /** The page says that it looks right on dark paper. */
  supportsDark: boolean;
  /** Where a `meta refresh` leads, and after how long. */
  refresh: { afterS: number; address: string } | undefined;
  /** Why the page ends before its end. */
  cut: "long" | "deep" | undefined;
}

export interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: PageElement | undefined;
  /** Counted from 1 among the elements that have the same parent. */
  readonly position: number;
  readonly children: (PageElement | string)[];
  /** What it is besides a box: something to fill in, to look at or to follow. */
  control?: PageControl;
  image?: PageImage;
  href?: string;
}

/** Where rules for the page's look come from, in the order in which they stand. */
export type SheetSource = { media: string } & ({ kind: "text"; text: string } | { kind: "link"; address: string });

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
  /** What the keyboard is to offer. */
  inputType: "text" | "number" | "email" | "url" | "tel" | "search";
  name: string;
  /** The element's id, for labels. */
  elementId: string;
  /** What it has at first, or says; for a checkbox what it sends when it is on. */
  value: string;
  checked: boolean;
  disabled: boolean;
  required: boolean;
  /** Another field of the form comes after it. */
  followed: boolean;
  placeholder: string;
  maxLength: number | undefined;
  rows: number | undefined;
  options: readonly { label: string; value: string }[];
}

export function isElement(child: PageElement | string): child is PageElement {
  return typeof child !== "string";
}

/** All text in the element, with spaces as they are written. */
export function textOf(element: PageElement): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join("");
}

/** The page's body. */
export function bodyOf(page: PageDocument): PageElement {
  return page.root.children.findLast(isElement) ?? page.root;
}
