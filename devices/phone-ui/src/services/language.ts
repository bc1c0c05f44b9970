/** A table of English texts, and the same texts in another language. */
export interface Translation {
  readonly english: object;
  readonly own: object;
}

/** Pairs a table of English texts with another language's texts. One that lacks a text does not compile. */
export function translation<Texts extends object>(english: Texts, own: NoInfer<Texts>): Translation {
  return { english, own };
}

/** Definition of a language of the phone, in its folder's `language.ts`. */
export interface LanguageDefinition {
  /** Value of the setting `system_locales` that selects it (BCP 47). */
  readonly tag: string;
  /** Name in the language itself. */
  readonly name: string;
  /** Locale for dates, numbers and alphabetical order in apps (BCP 47). */
  readonly locale: string;
  /** Formats a day for the system's screens, without Intl: it would add six megabytes to every idle device. */
  readonly formatDay: (day: Date, length: "long" | "short") => string;
  /** The letter keys of the on-screen keyboard, row by row. The default is QWERTY. */
  readonly letterKeys?: readonly [string, string, string];
}

/** A language with its texts, which `textsOf` reads. */
export interface Language extends LanguageDefinition {
  /** Returns the language's own tables of texts, by the English ones. */
  readonly translations: () => ReadonlyMap<object, object>;
}

/** The languages of a phone. The first one is the default. */
export type Languages = readonly [Language, ...Language[]];

/** Returns a language. Its texts are loaded when they are shown first. */
export function createLanguage(definition: LanguageDefinition, load: () => readonly Translation[]): Language {
  let loaded: ReadonlyMap<object, object> | undefined;
  return {
    ...definition,
    translations: () => (loaded ??= new Map(load().map(({ english, own }) => [english, own]))),
  };
}

/** Returns a table of texts in the language, or in English if it lacks the table. */
export function textsOf<Texts extends object>({ translations }: Language, english: Texts): Texts {
  // `translation` checks that both tables have the same type.
  return (translations().get(english) ?? english) as Texts;
}

/**
 * Returns the language for a value of the setting `system_locales`, such as "zh-CN,en-US". Only the first tag counts.
 * A language of another region is better than the default.
 */
export function languageOf(languages: Languages, setting = ""): Language {
  const wanted = setting.split(",")[0];
  const primary = (tag = ""): string => /^[a-z]*/.exec(tag)?.[0] ?? "";
  return (
    languages.find(({ tag }) => tag === wanted) ??
    languages.find(({ tag }) => primary(tag) === primary(wanted)) ??
    languages[0]
  );
}
