import { useSyncExternalStore } from "react";

/** The languages of the console, each by its own name. `locale` formats dates and numbers, and names the page's language. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-US" },
  zh: { name: "中文", locale: "zh-CN" },
} as const;
export type Language = keyof typeof LANGUAGES;
/** To choose from. */
export const LANGUAGE_CHOICES: readonly { value: Language; label: string }[] = [
  { value: "en", label: LANGUAGES.en.name },
  { value: "zh", label: LANGUAGES.zh.name },
];

const DEFAULT: Language = "en";
/** public/first-paint.js reads the same key before the first paint. */
const STORAGE_KEY = "language";

/** A text in another language, given in English; undefined: it has no translation. */
type Translation = (text: string) => string | undefined;

/** English needs none: the sources are written in it. Others are fetched when they are first wanted. */
const TRANSLATIONS: Record<Language, () => Promise<Translation | undefined>> = {
  en: () => Promise.resolve(undefined),
  zh: async () => (await import("./chinese/chinese.ts")).inChinese,
};

const listeners = new Set<() => void>();
let current: { language: Language; translation: Translation | undefined } = {
  language: DEFAULT,
  translation: undefined,
};

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

export const hasChosenLanguage = (): boolean => localStorage.getItem(STORAGE_KEY) !== null;

/** What the person chose; English until they do. */
function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isLanguage(stored) ? stored : DEFAULT;
}

/** What was asked for last: an earlier one that arrives later does not count any more. */
let wanted: Language = DEFAULT;

async function show(language: Language): Promise<void> {
  wanted = language;
  const translation = await TRANSLATIONS[language]();
  if (wanted !== language) return;
  current = { language, translation };
  document.documentElement.lang = LANGUAGES[language].locale;
  for (const listener of listeners) listener();
}

/** Shows the stored language and follows the other tabs. Call it once per page; rejects if it could not be fetched. */
export function followLanguage(): Promise<void> {
  window.addEventListener("storage", ({ key }) => {
    if (key !== STORAGE_KEY) return;
    show(storedLanguage()).catch((error: unknown) => console.error("The language could not be changed", error));
  });
  return show(storedLanguage());
}

/** Fetches, shows and remembers a language. Rejects, with the old one in place, if it could not be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  await show(language);
  localStorage.setItem(STORAGE_KEY, current.language);
}

export const currentLanguage = (): Language => current.language;

/** A text in the language that is shown, given in English: as it is, if that is English or has no translation. */
export const translate = (text: string): string => current.translation?.(text) ?? text;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The language that is shown. The root of a page uses it, and so renders all of the page again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

/** One of something for each language, made when it is first wanted: for the formatters of Intl, which are slow to make. */
export function perLanguage<Thing>(make: (locale: string) => Thing): () => Thing {
  const made = new Map<Language, Thing>();
  return () => {
    const { language } = current;
    const thing = made.get(language) ?? make(LANGUAGES[language].locale);
    made.set(language, thing);
    return thing;
  };
}
