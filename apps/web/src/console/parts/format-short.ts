import { currentLanguage, languageOf } from "../../language/language.ts";

const COMPACT_FROM = 10_000;
/** With more digits, the short form would not be short. */
const COMPACT_DIGITS_MAX = 2;

/**
 * Formats the labels of an axis, from 0 in equal steps: 0.15, 1,500 or 20K. Labels of one unit have the same number of
 * decimals, so that they line up: 500K, 1.0M, 1.5M. `digits`: decimals of the step.
 */
export function formatShort(ticks: readonly number[], digits: number): string[] {
  const { locale } = languageOf(currentLanguage());
  const isCompact = (ticks.at(-1) ?? 0) >= COMPACT_FROM;
  if (!isCompact) {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return ticks.map((tick) => format.format(tick));
  }
  const shortest = new Intl.NumberFormat(locale, {
    notation: "compact",
    maximumFractionDigits: COMPACT_DIGITS_MAX,
  });
  const parts = ticks.map((tick) => {
    const pieces = shortest.formatToParts(tick);
    const piece = (type: string) => pieces.find((candidate) => candidate.type === type)?.value ?? "";
    return { unit: piece("compact"), fraction: piece("fraction") };
  });
  return ticks.map((tick, index) => {
    const unit = parts[index]?.unit;
    const least = Math.max(0, ...parts.filter((part) => part.unit === unit).map(({ fraction }) => fraction.length));
    return new Intl.NumberFormat(locale, {
      notation: "compact",
      minimumFractionDigits: tick === 0 ? 0 : least,
      maximumFractionDigits: COMPACT_DIGITS_MAX,
    }).format(tick);
  });
}
