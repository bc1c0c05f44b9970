import { useSystem } from "./services.ts";

export type Locale = "en" | "zh";

/** A text that is the same in every language, or one for each. */
export type Localized = string | Readonly<Record<Locale, string>>;

/** The language for a value of the setting `system_locales`, such as "zh-CN,en-US"; English for those it has not. */
export function localeOf(setting: string | undefined): Locale {
  return setting?.startsWith("zh") ? "zh" : "en";
}

export function localize(text: Localized, locale: Locale): string {
  return typeof text === "string" ? text : text[locale];
}

export function useLocale(): Locale {
  return useSystem((state) => state.locale);
}

/** The texts in the device's language; all languages must have the same ones. */
export function useStrings<Strings>(strings: Readonly<Record<Locale, Strings>>): Strings {
  return strings[useLocale()];
}
