import { useSyncExternalStore } from "react";
import { language as ENGLISH } from "./en/language.ts";
import type { LanguageDefinition } from "./language-definition.ts";

const DEFAULT = "en";

/** Languages of the console, one folder each, by their codes. */
const LANGUAGES: ReadonlyMap<string, LanguageDefinition> = new Map(
  Object.entries(import.meta.glob<LanguageDefinition>("./*/language.ts", { eager: true, import: "language" })).map(
    ([file, language]) => [file.split("/")[1] ?? file, language],
  ),
);

/** The languages as choices, named in themselves. */
export const LANGUAGE_CHOICES: readonly { value: string; label: string }[] = Array.from(
  LANGUAGES,
  ([value, { name: label }]) => ({ value, label }),
);

/** Returns the definition of a code's language, or of English for an unknown code. */
export const languageOf = (code: string): LanguageDefinition => LANGUAGES.get(code) ?? ENGLISH;

/** public/first-paint.js reads the same key before the first paint. */
const STORAGE_KEY = "language";

type Translation = (text: string) => string | undefined;

/** Loads the translation of a language. English needs none, because the sources are English. */
async function translationTo(code: string): Promise<Translation | undefined> {
  const { load } = languageOf(code);
  if (load === undefined) return undefined;
  const [{ translationOf }, { TEXTS }] = await Promise.all([import("./translation.ts"), load()]);
  return translationOf(TEXTS);
}

const listeners = new Set<() => void>();
let current: { language: string; translation: Translation | undefined } = {
  language: DEFAULT,
  translation: undefined,
};

export const hasChosenLanguage = (): boolean => localStorage.getItem(STORAGE_KEY) !== null;

/** Returns the user's choice, or English. */
function storedLanguage(): string {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored !== null && LANGUAGES.has(stored) ? stored : DEFAULT;
}

/** The latest requested language. An earlier request that arrives later is ignored. */
let wanted: string = DEFAULT;

async function show(language: string): Promise<void> {
  wanted = language;
  const translation = await translationTo(language);
  if (wanted !== language) return;
  current = { language, translation };
  document.documentElement.lang = languageOf(language).locale;
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
export async function chooseLanguage(language: string): Promise<void> {
  await show(language);
  localStorage.setItem(STORAGE_KEY, current.language);
}

/** Returns the code of the current language. */
export const currentLanguage = (): string => current.language;

/** Translates an English text to the current language. Returns it unchanged in English or without a translation. */
export const translate = (text: string): string => current.translation?.(text) ?? text;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns the code of the current language. The root of a page uses it, so that the whole page rerenders when the language changes.
 */
export const useLanguage = (): string => useSyncExternalStore(subscribe, currentLanguage);

/** Caches one value per language, created on first use: for formatters of Intl, which are slow to create. */
export function perLanguage<Thing>(make: (locale: string) => Thing): () => Thing {
  const made = new Map<string, Thing>();
  return () => {
    const { language } = current;
    const thing = made.get(language) ?? make(languageOf(language).locale);
    made.set(language, thing);
    return thing;
  };
}
