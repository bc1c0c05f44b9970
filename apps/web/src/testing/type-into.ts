import { act } from "./act.ts";

/** Replaces an input's text with the events that React handles. Throws if the input does not exist. */
export async function typeInto(field: HTMLInputElement | null, text: string): Promise<void> {
  if (!field) throw new Error("there is no field to type into");
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
