import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { perLanguage } from "../../language/language.ts";

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;
const PERMISSIONS = "rwxrwxrwx";
const KIND_LETTERS: Record<DeviceFile["kind"], string> = { folder: "d", link: "l", file: "-", other: "?" };

/** 1234567 → "1.2 MB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

/** As `ls -l` writes it: "drwxr-x--x". */
export function formatMode({ kind, mode }: Pick<DeviceFile, "kind" | "mode">): string {
  const bits = Array.from(PERMISSIONS, (letter, i) => ((mode >> (PERMISSIONS.length - 1 - i)) & 1 ? letter : "-"));
  return KIND_LETTERS[kind] + bits.join("");
}

const TIME = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: "short",
      day: "numeric",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);
/** Nov 21, 2026, 09:41. */
export const formatTime = (iso: string): string => TIME().format(new Date(iso));
