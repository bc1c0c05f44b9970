import { chooseLanguage, type Language, useLanguage } from "../language/language.ts";
import { t } from "../language/text.ts";
import { toast } from "./toast.ts";

/** Shows and remembers a language; says so if its texts cannot be fetched. */
export function switchLanguage(language: Language): void {
  chooseLanguage(language).catch((error: unknown) => {
    console.error("The texts of the language could not be loaded", error);
    toast.error(t("The language could not be changed"), { description: t("Please try again") });
  });
}

const OTHER: Record<Language, Language> = { en: "zh", zh: "en" };

/** The language that one may change to. */
export const useOtherLanguage = (): Language => OTHER[useLanguage()];
