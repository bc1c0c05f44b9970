export type Locale = "en" | "zh";

/** A text shared by all languages, or one for each. */
export type Localized = string | Readonly<Record<Locale, string>>;

/**
 * Returns the language for a value of the setting `system_locales`, such as "zh-CN,en-US"; English for unsupported
 * languages.
 */
export function localeOf(setting: string | undefined): Locale {
  return setting?.startsWith("zh") ? "zh" : "en";
}

export function localize(text: Localized, locale: Locale): string {
  return typeof text === "string" ? text : text[locale];
}
