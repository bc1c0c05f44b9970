import type { PageControl, PageDocument } from "./page-model.ts";

/** What the user has put into a page's controls, by the control's id; the others have what the page gave them. */
export type FormValues = ReadonlyMap<number, { value: string; checked: boolean }>;

export function valueOf(control: PageControl, values: FormValues): { value: string; checked: boolean } {
  return values.get(control.id) ?? { value: control.value, checked: control.checked };
}

export function controlsOf(page: PageDocument): PageControl[] {
  return page.blocks.flatMap((block) => {
    const inlines =
      block.kind === "text" ? block.inlines : block.kind === "row" ? block.cells.flatMap((cell) => cell.inlines) : [];
    return inlines.flatMap((inline) => (inline.kind === "control" ? inline.control : []));
  });
}

/** Where a form leads when `submitter` (or ENTER) sends it, and with POST what it sends (HTML, "Form submission"). */
export function submission(
  page: PageDocument,
  formIndex: number,
  values: FormValues,
  submitter: PageControl | undefined,
): { address: string; form?: string } | undefined {
  const form = page.forms[formIndex];
  if (!form) return undefined;
  const data = new URLSearchParams();
  for (const control of controlsOf(page)) {
    if (control.form !== formIndex || control.name === "" || control.type === "reset") continue;
    if (control.type === "submit" && control.id !== submitter?.id) continue;
    const { value, checked } = valueOf(control, values);
    const isChoice = control.type === "checkbox" || control.type === "radio";
    if (!isChoice || checked) data.append(control.name, value.replaceAll(/\r?\n/g, "\r\n"));
  }
  if (form.method === "POST") return { address: form.action, form: data.toString() };
  const url = new URL(form.action);
  url.search = data.toString();
  return { address: url.href };
}

/** The values after a press on a checkbox or radio button: of radio buttons with one name only one is on. */
export function pressChoice(page: PageDocument, control: PageControl, values: FormValues): FormValues {
  const next = new Map(values);
  const { value, checked } = valueOf(control, values);
  if (control.type === "checkbox") return next.set(control.id, { value, checked: !checked });
  for (const each of controlsOf(page)) {
    if (each.type !== "radio" || each.form !== control.form || each.name !== control.name) continue;
    next.set(each.id, { value: each.value, checked: each.id === control.id });
  }
  return next;
}

/** The values after a press on "reset". */
export function resetForm(page: PageDocument, formIndex: number | undefined, values: FormValues): FormValues {
  const next = new Map(values);
  for (const control of controlsOf(page)) if (control.form === formIndex) next.delete(control.id);
  return next;
}
