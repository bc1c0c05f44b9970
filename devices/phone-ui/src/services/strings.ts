import { textsOf, type Language } from "./language.ts";
import { useSystem } from "./services.ts";

export function useLanguage(): Language {
  return useSystem((state) => state.language);
}

/** Returns a table of English texts in the device's language. */
export function useStrings<Strings extends object>(english: Strings): Strings {
  return textsOf(useLanguage(), english);
}
