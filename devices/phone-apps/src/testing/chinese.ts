import { languageOf } from "@terrarium/phone-ui/services/language";
import { LANGUAGES } from "../language/languages.ts";

export const CHINESE = languageOf(LANGUAGES, "zh-CN");
