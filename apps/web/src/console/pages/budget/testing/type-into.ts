import { act } from "../../../../testing/act.ts";

/** Types over what an input has, as React hears it. */
export const typeInto = (field: HTMLInputElement | null, text: string): Promise<void> =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
