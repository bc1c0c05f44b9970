import { chooseLanguage, type Language, useLanguage } from "../language/language.ts";
import { t } from "../language/text.ts";
import { toast } from "./toast.ts";

/** Shows and stores a language. Reports a failure if its texts cannot be loaded. */
export function switchLanguage(language: Language): void {
  chooseLanguage(language).catch((error: unknown) => {
    console.error("The texts of the language could not be loaded", error);
    toast.error(t("The language could not be changed"), { description: t("Please try again") });
  });
}

const OTHER: Record<Language, Language> = { en: "zh", zh: "en" };

/** Returns the language to switch to. */
export const useOtherLanguage = (): Language => OTHER[useLanguage()];
