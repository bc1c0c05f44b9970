import type { SettingsStrings } from "./strings.ts";

/** Android's names of density ranges (AOSP DisplayMetrics.java). Each range ends at its own density. */
const DENSITY_NAMES = [
  [120, "ldpi"],
  [160, "mdpi"],
  [213, "tvdpi"],
  [240, "hdpi"],
  [320, "xhdpi"],
  [480, "xxhdpi"],
] as const;

export function densityName(dpi: number): string {
  return DENSITY_NAMES.find(([most]) => dpi <= most)?.[1] ?? "xxxhdpi";
}

/** Formats a duration such as "2 d 3 h 5 min". Durations below a minute get a text of their own. */
export function formatUptime(durationMs: number, strings: Pick<SettingsStrings, "units" | "lessThanMinute">): string {
  const minutes = Math.max(0, Math.floor(durationMs / 60_000));
  const parts = [
    [Math.floor(minutes / 1440), strings.units.d],
    [Math.floor(minutes / 60) % 24, strings.units.h],
    [minutes % 60, strings.units.min],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length > 0 ? shown.join(" ") : strings.lessThanMinute;
}
