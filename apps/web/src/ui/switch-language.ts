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

/** Returns the codes of the languages to switch to. */
export function useOtherLanguages(): readonly string[] {
  const current = useLanguage();
  return LANGUAGE_CHOICES.map(({ value }) => value).filter((language) => language !== current);
}
