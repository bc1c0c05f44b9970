import { ENGLISH } from "@terrarium/phone-ui/services/english";
import {
  createLanguage,
  type Language,
  type LanguageDefinition,
  type Languages,
  type Translation,
} from "@terrarium/phone-ui/services/language";

const DEFINITIONS = import.meta.glob<{ language: LanguageDefinition }>("./*/language.ts", { eager: true });

/** The other files of the language folders. They export translations, and nothing else. */
const TRANSLATIONS = import.meta.glob<Readonly<Record<string, Translation>>>(
  ["./*/*.ts", "!./*/language.ts", "!./*/*.test.ts"],
  { eager: true },
);

function readFolder(file: string, { language }: { language: LanguageDefinition }): Language {
  const folder = file.replace("language.ts", "");
  const files = Object.keys(TRANSLATIONS).filter((path) => path.startsWith(folder));
  return createLanguage(language, () => files.flatMap((path) => Object.values(TRANSLATIONS[path] ?? {})));
}

/** The languages of every phone, in the order of the settings: English, then the folders beside this file. */
export const LANGUAGES: Languages = [
  ENGLISH,
  ...Object.entries(DEFINITIONS).map(([file, definition]) => readFolder(file, definition)),
];
