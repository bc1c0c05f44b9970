import { MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";

const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** Amounts below a cent are common: a minute of a small device costs some thousandths of a dollar. */
const SMALL_DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** $1,234.50 */
export const formatDollars = (dollars: number): string => DOLLARS.format(dollars);

/** $1,234.50; amounts under a dollar with up to four digits after the point. Takes millionths of a dollar. */
export function formatMicroDollars(microDollars: number): string {
  const dollars = microDollars / MICRO_DOLLARS_PER_DOLLAR;
  return (Math.abs(dollars) < 1 ? SMALL_DOLLARS : DOLLARS).format(dollars);
}
