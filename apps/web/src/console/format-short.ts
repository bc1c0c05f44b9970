import { currentLanguage, LANGUAGES } from "../language/language.ts";

const COMPACT_FROM = 10_000;

/** 0.15, 1,500 or 20K: for axes. `digits`: how many after the point, so that the numbers of an axis look alike. */
export const formatShort = (value: number, digits: number): string =>
  new Intl.NumberFormat(LANGUAGES[currentLanguage()].locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, 1),
    notation: value < COMPACT_FROM ? "standard" : "compact",
  }).format(value);
