import { useStrings } from "../services/strings.ts";

export const WIDGET_STRINGS = {
  back: "Back",
  close: "Close",
  cancel: "Cancel",
  clear: "Clear",
  more: "More options",
  showPassword: "Show password",
};

/** Returns the texts of the widgets themselves. */
export function useKitStrings(): typeof WIDGET_STRINGS {
  return useStrings(WIDGET_STRINGS);
}
