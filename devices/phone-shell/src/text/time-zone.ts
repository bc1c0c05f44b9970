import type { Process } from "../process.ts";
import { fixedZone } from "./fixed-zone.ts";

/**
 * Returns the time zone of a process: TZ, or else the device's own zone, as in bionic's tzset(3). Returns UTC for an
 * unknown zone, because the property may have any value.
 */
export async function timeZone({ env, system }: Pick<Process, "env" | "system">): Promise<string> {
  const zone = env["TZ"] ?? posixZone((await system.getProperty("persist.sys.timezone")) ?? "UTC");
  if (fixedZone(zone)) return zone;
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/**
 * Converts a zone of the property to TZ form. In the property `GMT+08:00` is ahead of UTC, as in Java; in TZ it is
 * behind (bionic tzcode/bionic.cpp).
 */
function posixZone(property: string): string {
  return property.replace(/^(...)([-+])/, (_, name: string, sign: string) => name + (sign === "-" ? "+" : "-"));
}
