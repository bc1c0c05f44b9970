import { cutText } from "@terrarium/bounds/cut-text";
import { isTag, type Element } from "domhandler";
import { getElementsByTagName, textContent } from "domutils";
import type { PageControl } from "./page-document.ts";

const LONGEST_VALUE = 20_000;

/**
 * Returns the control of an input, textarea, select or button. Returns undefined for controls without an effect in a
 * page without scripts.
 */
export function controlOf(element: Element, id: number, form: number | undefined): PageControl | undefined {
  const kind = kindOf(element);
  if (!kind) return undefined;
  const { name, attribs } = element;
  const text = textContent(element);
  const keyboard = (["number", "email", "url", "tel", "search"] as const).find(
    (each) => each === attribs.type?.toLowerCase(),
  );
  const value = (name === "textarea" ? text.replace(/^\r?\n/, "") : (attribs.value ?? "")).slice(0, LONGEST_VALUE);
  const control: PageControl = {
    id,
    form,
    type: kind,
    inputType: keyboard ?? "text",
    name: attribs.name ?? "",
    value: kind === "checkbox" || kind === "radio" ? value || "on" : value,
    checked: attribs.checked !== undefined,
    disabled: attribs.disabled !== undefined,
    required: attribs.required !== undefined,
    followed: false,
    // The placeholder of a button is its label.
    placeholder: name === "button" ? collapsed(text) || value : (attribs.placeholder ?? ""),
    maxLength: number(attribs.maxlength),
    rows: number(attribs.rows),
    options: [],
  };
  return kind === "select" ? { ...control, ...optionsOf(element) } : control;
}

/** Sets for each field of a form whether another field follows it. */
export function linkFields(controls: readonly PageControl[]): void {
  const lastOf = new Map<number | undefined, PageControl>();
  for (const control of controls) {
    if (control.disabled || !/^(text|password|textarea)$/.test(control.type)) continue;
    const before = lastOf.get(control.form);
    if (before && control.form !== undefined) before.followed = true;
    lastOf.set(control.form, control);
  }
}

function kindOf({ name, attribs }: Element): PageControl["type"] | undefined {
  const type = attribs.type?.toLowerCase() ?? "";
  if (name === "textarea" || name === "select") return name;
  if (name === "button") return type === "button" ? undefined : type === "reset" ? "reset" : "submit";
  if (name !== "input" || type === "button" || type === "file") return undefined;
  if (type === "image") return "submit";
  return (
    (["checkbox", "radio", "hidden", "password", "reset", "submit"] as const).find((each) => each === type) ?? "text"
  );
}

function optionsOf(select: Element): Pick<PageControl, "value" | "options"> {
  const found = getElementsByTagName("option", select.children).filter(isTag);
  const options = found.map((option) => {
    const text = cutText(collapsed(textContent(option)), 200);
    return { label: option.attribs.label ?? (text || " "), value: option.attribs.value ?? text };
  });
  const chosen = Math.max(
    0,
    found.findIndex(({ attribs }) => attribs.selected !== undefined),
  );
  return { value: options[chosen]?.value ?? "", options };
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
