import { MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import { perLanguage } from "../language/language.ts";
import { formatShort } from "./format-short.ts";

const formatter = (options: Intl.NumberFormatOptions) =>
  perLanguage((locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "USD", ...options }));

const DOLLARS = formatter({});
/** Amounts below a cent are common: a minute of a small device costs some thousandths of a dollar. */
const SMALL_DOLLARS = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** $1,234.50 */
export const formatDollars = (dollars: number): string => DOLLARS().format(dollars);

/** $0.15, $2 or $20K: for axes. Cents are two digits. */
export const formatShortDollars = (dollars: number, digits: number): string =>
  `$${formatShort(dollars, digits === 1 ? 2 : digits)}`;

/** $1,234.50; amounts under a dollar with up to four digits after the point. Takes millionths of a dollar. */
export function formatMicroDollars(microDollars: number): string {
  const dollars = microDollars / MICRO_DOLLARS_PER_DOLLAR;
  return (Math.abs(dollars) < 1 ? SMALL_DOLLARS() : DOLLARS()).format(dollars);
}
