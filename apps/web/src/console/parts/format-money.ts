import { MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import { perLanguage } from "../../language/language.ts";
import { formatShort } from "./format-short.ts";

const formatter = (options: Intl.NumberFormatOptions) =>
  perLanguage((locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "USD", ...options }));

const DOLLARS = formatter({});
/** Amounts below a cent are common: a minute of a small device costs a few thousandths of a dollar. */
const SMALL_DOLLARS = formatter({ minimumFractionDigits: 4 });
const MICRO_DOLLARS_PER_CENT = MICRO_DOLLARS_PER_DOLLAR / 100;

/** Formats as $1,234.50. */
export const formatDollars = (dollars: number): string => DOLLARS().format(dollars);

/** Formats the labels of an axis as $0.15, $2 or $20K, like `formatShort`. Cents have two digits. */
export const formatShortDollars = (ticks: readonly number[], digits: number): string[] =>
  formatShort(ticks, digits === 1 ? 2 : digits).map((label) => `$${label}`);

/** Formats millionths of a dollar as $1,234.50. Amounts below a dollar that are not whole cents have four decimals. */
export function formatMicroDollars(microDollars: number): string {
  const dollars = microDollars / MICRO_DOLLARS_PER_DOLLAR;
  const isSmall = Math.abs(dollars) < 1 && microDollars % MICRO_DOLLARS_PER_CENT !== 0;
  return (isSmall ? SMALL_DOLLARS() : DOLLARS()).format(dollars);
}
