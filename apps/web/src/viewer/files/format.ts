import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { perLanguage } from "../../language/language.ts";

const PERMISSIONS = "rwxrwxrwx";
const KIND_LETTERS: Record<DeviceFile["kind"], string> = { folder: "d", link: "l", file: "-", other: "?" };

/** Formats a mode like `ls -l`: "drwxr-x--x". */
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
/** Formats a time as Nov 21, 2026, 09:41. */
export const formatTime = (iso: string): string => TIME().format(new Date(iso));
