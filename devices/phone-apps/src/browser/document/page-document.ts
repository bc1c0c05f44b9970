import type { Element } from "domhandler";

/** An HTML document as the browser works on it: its tree, and beside it what a page is made with. */
export interface PageDocument {
  title: string;
  /** The html element; the body is all that is in it. */
  root: Element;
  body: Element;
  forms: readonly PageForm[];
  /** In the order in which they stand. */
  controls: ReadonlyMap<Element, PageControl>;
  images: ReadonlyMap<Element, PageImage>;
  /** Where links lead. */
  links: ReadonlyMap<Element, string>;
  /** Where a `meta refresh` leads, and after how long. */
  refresh: { afterS: number; address: string } | undefined;
  /** Why the page ends before its end. */
  cut: PageCut | undefined;
}

/** The page is not read further: what has been read is shown, with a word on why it ends. */
export type PageCut = "long" | "deep";

export const pageLimits = {
  depth: 400,
  textChars: 400_000,
  elements: 20_000,
  images: 60,
  controls: 300,
} as const;

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
