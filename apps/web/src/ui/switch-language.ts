import { chooseLanguage, LANGUAGE_CHOICES, useLanguage } from "../language/language.ts";
import { t } from "../language/text.ts";
import { toast } from "./toast.ts";

/** Shows and stores a language. Reports a failure if its texts cannot be loaded. */
export function switchLanguage(language: string): void {
  chooseLanguage(language).catch((error: unknown) => {
    console.error("The texts of the language could not be loaded", error);
    toast.error(t("The language could not be changed"), { description: t("Please try again") });
  });
}

/** Returns the codes of the other languages. The first follows the current one, so that a button can reach all in turn. */
export function useOtherLanguages(): readonly string[] {
  const codes = LANGUAGE_CHOICES.map(({ value }) => value);
  const index = codes.indexOf(useLanguage());
  return [...codes.slice(index + 1), ...codes.slice(0, index)];
}
