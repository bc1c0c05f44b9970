import { MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import { perLanguage } from "../language/language.ts";

const formatter = (options: Intl.NumberFormatOptions) =>
  perLanguage((locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "USD", ...options }));

const DOLLARS = formatter({});
/** Amounts below a cent are common: a minute of a small device costs some thousandths of a dollar. */
const SMALL_DOLLARS = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 4 });
const SHORT_DOLLARS = formatter({
  currencyDisplay: "narrowSymbol",
  maximumSignificantDigits: 4,
  minimumFractionDigits: 0,
  notation: "compact",
});

/** $1,234.50 */
export const formatDollars = (dollars: number): string => DOLLARS().format(dollars);

/** $1.235K: for axes. */
export const formatShortDollars = (dollars: number): string => SHORT_DOLLARS().format(dollars);

/** $1,234.50; amounts under a dollar with up to four digits after the point. Takes millionths of a dollar. */
export function formatMicroDollars(microDollars: number): string {
  const dollars = microDollars / MICRO_DOLLARS_PER_DOLLAR;
  return (Math.abs(dollars) < 1 ? SMALL_DOLLARS() : DOLLARS()).format(dollars);
}
