import type { PageElement } from "../document/page-document.ts";
import type { Declaration } from "./parse-sheet.ts";
import { readAlign } from "./properties/text-properties.ts";

const fontSizes = ["", "10px", "13px", "16px", "18px", "24px", "32px", "48px"];

/** What old attributes say about the look, as declarations (HTML, "Mapping to style"). */
export function presentationOf(element: PageElement): Declaration[] {
  const { name, attributes } = element;
  const found: Declaration[] = [];
  const add = (property: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") found.push({ property, value, important: false });
  };
  add("background-color", attributes.bgcolor);
  if (attributes.align !== undefined) addAlign(element, attributes.align.toLowerCase(), add);
  if (name === "font") {
    add("color", attributes.color);
    if (attributes.size !== undefined) add("font-size", fontSizes[fontStep(attributes.size)]);
    add("font-family", attributes.face);
  }
  if (name === "body") add("color", attributes.text);
  if (name === "table" || name === "td" || name === "th") add("width", lengthOf(attributes.width));
  if (name === "table") addTable(attributes, add);
  if (name === "td" || name === "th") addCell(element, add);
  if ((name === "td" || name === "th" || name === "tr") && attributes.valign !== undefined)
    add("vertical-align", attributes.valign);
  if (attributes.nowrap !== undefined) add("white-space", "nowrap");
  if (name === "ol" && attributes.type !== undefined) add("list-style", orderedTypes[attributes.type]);
  return found;
}

/** 1 to 7, also written as a step from 3. */
function fontStep(text: string): number {
  const size = Number.parseInt(text, 10) || 3;
  return Math.max(1, Math.min(7, /^\s*[+-]/.test(text) ? 3 + size : size));
}

type Add = (property: string, value: string | undefined) => void;

const orderedTypes: Readonly<Record<string, string>> = {
  a: "lower-alpha",
  A: "upper-alpha",
  i: "lower-roman",
  I: "upper-roman",
};

function addAlign({ name }: PageElement, align: string, add: Add): void {
  if (name === "table") {
    if (align === "center") add("margin", "0 auto");
  } else if (name === "img") {
    if (align === "left" || align === "right") add("float", align);
  } else if (readAlign(align)) add("text-align", align);
}

function addTable(attributes: Readonly<Record<string, string>>, add: Add): void {
  add("border-spacing", lengthOf(attributes.cellspacing));
  if (attributes.border !== undefined && attributes.border !== "0")
    add("border", `${lengthOf(attributes.border) ?? "1px"} solid`);
}

/** A table says for its cells how they are bordered and padded. */
function addCell(element: PageElement, add: Add): void {
  let table = element.parent;
  for (let depth = 0; table && table.name !== "table" && depth < 4; depth++) table = table.parent;
  if (table?.name !== "table") return;
  add("padding", lengthOf(table.attributes.cellpadding));
  if (table.attributes.border !== undefined && table.attributes.border !== "0") add("border", "1px solid");
}

function lengthOf(text: string | undefined): string | undefined {
  const [, number, percent = ""] = /^\s*(\d{1,5})(?:px)?(%?)\s*$/.exec(text ?? "") ?? [];
  return number === undefined ? undefined : `${number}${percent || "px"}`;
}
