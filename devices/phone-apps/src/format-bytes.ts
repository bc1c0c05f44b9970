const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Formats sizes as Android does, in steps of 1,000: "512 B", "1.5 kB", "64 MB". */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${UNITS[unit] ?? ""}`;
}
