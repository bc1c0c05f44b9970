import { isElement, textOf, type PageControl, type PageElement, type PageForm } from "./page-document.ts";

/** What the document knows about a control beyond its element. */
export interface ControlContext {
  id: number;
  form: number | undefined;
  text: string;
}

const longestValue = 20_000;

const inputTypes: Readonly<Record<string, PageControl["inputType"]>> = {
  number: "number",
  email: "email",
  url: "url",
  tel: "tel",
  search: "search",
};

export function formOf(
  attributes: Readonly<Record<string, string>>,
  resolve: (reference: string) => URL | undefined,
  base: URL,
): PageForm {
  const action = resolve(attributes.action ?? "") ?? base;
  return { action: action.href, method: attributes.method?.toUpperCase() === "POST" ? "POST" : "GET" };
}

/** The control that an input, textarea, select or button is; undefined for one that does nothing without scripts. */
export function controlOf(element: PageElement, context: ControlContext): PageControl | undefined {
  const kind = kindOf(element);
  if (!kind) return undefined;
  const { attributes } = element;
  const control: PageControl = {
    id: context.id,
    form: context.form,
    type: kind,
    inputType: inputTypes[attributes.type?.toLowerCase() ?? ""] ?? "text",
    name: attributes.name ?? "",
    elementId: attributes.id ?? "",
    value: (attributes.value ?? "").slice(0, longestValue),
    checked: attributes.checked !== undefined,
    disabled: attributes.disabled !== undefined,
    required: attributes.required !== undefined,
    followed: false,
    placeholder: attributes.placeholder ?? "",
    maxLength: number(attributes.maxlength),
    rows: number(attributes.rows),
    options: [],
  };
  if (kind === "checkbox" || kind === "radio") return { ...control, value: control.value || "on" };
  if (element.name === "textarea")
    return { ...control, value: context.text.replace(/^\r?\n/, "").slice(0, longestValue) };
  // The placeholder of a button is what is written on it.
  if (element.name === "button") return { ...control, placeholder: collapsed(context.text) || control.value };
  if (kind === "select") return { ...control, ...optionsOf(element) };
  return control;
}

/** Tells each field of a form whether another one follows it. */
export function linkFields(controls: readonly PageControl[]): void {
  const lastOf = new Map<number | undefined, PageControl>();
  for (const control of controls) {
    if (control.disabled || !/^(text|password|textarea)$/.test(control.type)) continue;
    const before = lastOf.get(control.form);
    if (before && control.form !== undefined) before.followed = true;
    lastOf.set(control.form, control);
  }
}

function kindOf({ name, attributes }: PageElement): PageControl["type"] | undefined {
  const type = attributes.type?.toLowerCase() ?? "";
  if (name === "textarea" || name === "select") return name;
  if (name === "button") return type === "button" ? undefined : type === "reset" ? "reset" : "submit";
  switch (type) {
    case "checkbox":
    case "radio":
    case "hidden":
    case "password":
    case "reset":
    case "submit":
      return type;
    case "image":
      return "submit";
    case "button":
    case "file":
      return undefined;
    default:
      return "text";
  }
}

function optionsOf(select: PageElement): Pick<PageControl, "value" | "options"> {
  const found: { label: string; value: string; selected: boolean }[] = [];
  const visit = (element: PageElement): void => {
    for (const child of element.children.filter(isElement)) {
      if (child.name !== "option") visit(child);
      else {
        const text = collapsed(textOf(child)).slice(0, 200);
        const { value = text, label = text, selected } = child.attributes;
        found.push({ label: label || " ", value, selected: selected !== undefined });
      }
    }
  };
  visit(select);
  const chosen = found.find(({ selected }) => selected) ?? found[0];
  return { value: chosen?.value ?? "", options: found.map(({ label, value }) => ({ label, value })) };
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
