import type { Locale } from "./language.ts";
import { useSystem } from "./services.ts";

export function useLocale(): Locale {
  return useSystem((state) => state.locale);
}

/** Returns the texts in the device's language; all languages must have the same keys. */
export function useStrings<Strings>(strings: Readonly<Record<Locale, Strings>>): Strings {
  return strings[useLocale()];
}
