import type { Process } from "../process.ts";
import { fixedZone } from "./fixed-zone.ts";

/**
 * The time zone of a process: what TZ says, or else the device's own, as bionic's tzset(3) has it. UTC where neither is
 * one that is known: anybody may set the property, to anything.
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

/** In the property `GMT+08:00` is ahead of UTC, as in Java; in TZ it is behind (bionic tzcode/bionic.cpp). */
function posixZone(property: string): string {
  return property.replace(/^(...)([-+])/, (_, name: string, sign: string) => name + (sign === "-" ? "+" : "-"));
}
