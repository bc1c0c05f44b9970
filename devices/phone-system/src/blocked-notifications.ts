import type { DeviceSettings } from "./device-settings.ts";

/** Setting of the packages whose notifications are blocked, separated by commas. */
export const BLOCKED_NOTIFICATIONS_KEY = "blocked_notification_packages";

/** Returns the packages in a value of the setting. */
export function blockedIn(value: string | undefined): readonly string[] {
  return (value ?? "").split(",").filter((name) => name !== "");
}

/** Returns the setting's value after a package is blocked or allowed. */
export function withBlocked(value: string | undefined, packageName: string, blocked: boolean): string {
  const others = blockedIn(value).filter((each) => each !== packageName);
  return [...others, ...(blocked ? [packageName] : [])].join(",");
}

export function isBlocked(settings: Pick<DeviceSettings, "get">, packageName: string): boolean {
  return blockedIn(settings.get("secure", BLOCKED_NOTIFICATIONS_KEY)).includes(packageName);
}
