import type { Element } from "domhandler";

/** A parsed HTML document: its tree, and the page's forms, controls, images and links. */
export interface PageDocument {
  title: string;
  /** The html element. The body has the whole content. */
  root: Element;
  body: Element;
  forms: readonly PageForm[];
  /** In document order. */
  controls: ReadonlyMap<Element, PageControl>;
  images: ReadonlyMap<Element, PageImage>;
  /** Addresses of links, by element. */
  links: ReadonlyMap<Element, string>;
  /** Target of a `meta refresh`, and its delay. */
  refresh: { afterS: number; address: string } | undefined;
  /** Reason why the page is truncated. */
  cut: PageCut | undefined;
}

/** Reason to stop parsing. The content so far is shown with a notice. */
export type PageCut = "long" | "deep";

export const PAGE_LIMITS = {
  depth: 400,
  textChars: 400_000,
  elements: 20_000,
  images: 60,
  controls: 300,
} as const;

export interface PageImage {
  /** Absolute address. */
  src: string;
  alt: string;
  /** Size in dp according to the page. Undefined: the picture's own size. */
  width: number | undefined;
  height: number | undefined;
}

export interface PageForm {
  /** Absolute address. */
  action: string;
  method: "GET" | "POST";
}

export interface PageControl {
  id: number;
  /** Index into the page's forms. */
  form: number | undefined;
  type: "text" | "password" | "textarea" | "checkbox" | "radio" | "select" | "submit" | "reset" | "hidden";
  /** Kind of keyboard for the field. */
  inputType: "text" | "number" | "email" | "url" | "tel" | "search";
  name: string;
  /** Initial value, or a button's label. For a checkbox, the value to send when it is on. */
  value: string;
  checked: boolean;
  disabled: boolean;
  required: boolean;
  /** True if another field of the form follows. */
  followed: boolean;
  placeholder: string;
  maxLength: number | undefined;
  rows: number | undefined;
  options: readonly { label: string; value: string }[];
}
