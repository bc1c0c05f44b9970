import { useSyncExternalStore } from "react";

/** Languages of the console, named in themselves. `locale` formats dates and numbers and sets the page's language. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-US" },
  zh: { name: "中文", locale: "zh-CN" },
} as const;
export type Language = keyof typeof LANGUAGES;
/** The languages as choices. */
export const LANGUAGE_CHOICES: readonly { value: Language; label: string }[] = [
  { value: "en", label: LANGUAGES.en.name },
  { value: "zh", label: LANGUAGES.zh.name },
];

const DEFAULT: Language = "en";
/** public/first-paint.js reads the same key before the first paint. */
const STORAGE_KEY = "language";

/** Translates an English text. Returns undefined if it has no translation. */
type Translation = (text: string) => string | undefined;

/** English needs no translation, because the sources are English. Other languages are loaded on first use. */
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

/** Returns the user's choice, or English. */
function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  return isLanguage(stored) ? stored : DEFAULT;
}

/** The latest requested language. An earlier request that arrives later is ignored. */
let wanted: Language = DEFAULT;

async function show(language: Language): Promise<void> {
  wanted = language;
  const translation = await TRANSLATIONS[language]();
  if (wanted !== language) return;
  current = { language, translation };
  document.documentElement.lang = LANGUAGES[language].locale;
  for (const listener of listeners) listener();
}

/**
 * Shows the stored language and follows changes in other tabs. Call it once per page. Rejects if the language could not
 * be loaded.
 */
export function followLanguage(): Promise<void> {
  window.addEventListener("storage", ({ key }) => {
    if (key !== STORAGE_KEY) return;
    show(storedLanguage()).catch((error: unknown) => console.error("The language could not be changed", error));
  });
  return show(storedLanguage());
}

/** Loads, shows and stores a language. If loading fails, it rejects and the old language stays. */
export async function chooseLanguage(language: Language): Promise<void> {
  await show(language);
  localStorage.setItem(STORAGE_KEY, current.language);
}

export const currentLanguage = (): Language => current.language;

/** Translates an English text to the current language. Returns it unchanged in English or without a translation. */
export const translate = (text: string): string => current.translation?.(text) ?? text;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns the current language. The root of a page uses it, so that the whole page rerenders when the language changes.
 */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

/** Caches one value per language, created on first use: for formatters of Intl, which are slow to create. */
export function perLanguage<Thing>(make: (locale: string) => Thing): () => Thing {
  const made = new Map<Language, Thing>();
  return () => {
    const { language } = current;
    const thing = made.get(language) ?? make(LANGUAGES[language].locale);
    made.set(language, thing);
    return thing;
  };
}
