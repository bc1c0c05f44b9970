import { cutText } from "@terrarium/bounds/cut-text";
import { isTag, type Element } from "domhandler";
import { textContent } from "domutils";
import { controlOf, linkFields } from "./form-controls.ts";
import {
  PAGE_LIMITS,
  type PageControl,
  type PageCut,
  type PageDocument,
  type PageForm,
  type PageImage,
} from "./page-document.ts";

/** Data addresses may contain a whole picture. */
const LONGEST_ADDRESS = 2_000_000;

/** Collects a page's title, forms, pictures and links. */
export function describeDocument(root: Element, body: Element, url: URL, cut: PageCut | undefined): PageDocument {
  const forms: PageForm[] = [];
  const controls = new Map<Element, PageControl>();
  const images = new Map<Element, PageImage>();
  const links = new Map<Element, string>();
  let base = url;
  let title = "";
  let refresh: PageDocument["refresh"];
  const resolve = (reference: string | undefined): string | undefined => {
    const text = reference?.trim() ?? "";
    const found = text.length > LONGEST_ADDRESS ? null : URL.parse(text, base);
    // Web pages may not link to the device's files.
    return found === null || (found.protocol === "file:" && url.protocol !== "file:") ? undefined : found.href;
  };
  const visit = (element: Element, around: number | undefined): void => {
    const { name, attribs } = element;
    const href = attribs.href === undefined ? undefined : resolve(attribs.href);
    let form = around;
    if (name === "title") title ||= cutText(textContent(element), 300).replaceAll(/\s+/g, " ").trim();
    else if (name === "base" && href !== undefined) base = new URL(href);
    else if (name === "meta" && attribs["http-equiv"]?.toLowerCase() === "refresh")
      refresh ??= refreshOf(attribs.content ?? "", resolve);
    else if (name === "a" && href !== undefined) links.set(element, href);
    else if (name === "form") {
      const method = attribs.method?.toUpperCase() === "POST" ? "POST" : "GET";
      form = forms.push({ action: resolve(attribs.action ?? "") ?? base.href, method }) - 1;
    } else if (name === "img") {
      const image = imageOf(attribs, resolve);
      if (image && images.size < PAGE_LIMITS.images) images.set(element, image);
    }
    const control = controls.size < PAGE_LIMITS.controls ? controlOf(element, controls.size + 1, form) : undefined;
    if (control) controls.set(element, control);
    for (const child of element.children) if (isTag(child)) visit(child, form);
  };
  visit(body, undefined);
  linkFields([...controls.values()]);
  return { title, root, body, forms, controls, images, links, refresh, cut };
}

function refreshOf(content: string, resolve: (reference: string) => string | undefined): PageDocument["refresh"] {
  const [, seconds, target = ""] =
    /^\s*(\d{1,6})(?:\.\d*)?\s*(?:[;,]\s*(?:url\s*=\s*)?["']?(.*?)["']?\s*)?$/i.exec(content) ?? [];
  const address = resolve(target);
  return seconds !== undefined && address?.startsWith("http") ? { afterS: Number(seconds), address } : undefined;
}

function imageOf(
  { src, alt = "", width, height }: Readonly<Record<string, string>>,
  resolve: (reference: string) => string | undefined,
): PageImage | undefined {
  const address = src ? resolve(src) : undefined;
  const pixels = (text = ""): number | undefined =>
    (/^\s*\d{1,5}(px)?\s*$/.test(text) && Number.parseInt(text, 10)) || undefined;
  // Tracking pixels are not pictures.
  if (address === undefined || (pixels(width) ?? 9) <= 2) return undefined;
  return { src: address, alt: cutText(alt, 300), width: pixels(width), height: pixels(height) };
}
