import type { PageControl, PageDocument } from "./page-document.ts";

/** User input in a page's controls, by the control's id. The other controls keep the page's values. */
export type FormValues = ReadonlyMap<number, { value: string; checked: boolean }>;

export function valueOf(control: PageControl, values: FormValues): { value: string; checked: boolean } {
  return values.get(control.id) ?? { value: control.value, checked: control.checked };
}

/** Returns the address and, for POST, the body that `submitter` (or ENTER) sends (HTML, "Form submission"). */
export function submission(
  page: PageDocument,
  formIndex: number,
  values: FormValues,
  submitter: PageControl | undefined,
): { address: string; form?: string } | undefined {
  const form = page.forms[formIndex];
  if (!form) return undefined;
  const data = new URLSearchParams();
  for (const control of page.controls.values()) {
    if (control.form !== formIndex || control.name === "" || control.disabled || control.type === "reset") continue;
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

/** Returns the first required control without a value. */
export function missingControl(page: PageDocument, formIndex: number, values: FormValues): PageControl | undefined {
  return [...page.controls.values()].find((control) => {
    if (control.form !== formIndex || !control.required || control.disabled) return false;
    const { value, checked } = valueOf(control, values);
    if (control.type === "checkbox") return !checked;
    if (control.type !== "radio") return value === "";
    return !group(page, control).some((each) => valueOf(each, values).checked);
  });
}

/** Returns the values after a press on a checkbox or radio button. Only one radio button of a name is on. */
export function pressChoice(page: PageDocument, control: PageControl, values: FormValues): FormValues {
  const next = new Map(values);
  const { value, checked } = valueOf(control, values);
  if (control.type === "checkbox") return next.set(control.id, { value, checked: !checked });
  for (const each of group(page, control)) next.set(each.id, { value: each.value, checked: each.id === control.id });
  return next;
}

/** Returns the values after a press on "reset". */
export function resetForm(page: PageDocument, formIndex: number | undefined, values: FormValues): FormValues {
  const next = new Map(values);
  for (const control of page.controls.values()) if (control.form === formIndex) next.delete(control.id);
  return next;
}

/** Returns the radio buttons of one group. */
function group(page: PageDocument, { form, name }: PageControl): PageControl[] {
  return [...page.controls.values()].filter(
    (each) => each.type === "radio" && each.form === form && each.name === name,
  );
}
