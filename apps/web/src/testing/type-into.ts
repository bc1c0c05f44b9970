import { act } from "./act.ts";

/** Types over what an input has, as React hears it. Throws if it is not there. */
export async function typeInto(field: HTMLInputElement | null, text: string): Promise<void> {
  if (!field) throw new Error("there is no field to type into");
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
