import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { BLOCKED_NOTIFICATIONS_KEY, blockedIn, withBlocked } from "@terrarium/phone-system/blocked-notifications";

/** The only permission that the apps of the device request, and that can be revoked. */
export const NOTIFICATION_PERMISSION = "android.permission.POST_NOTIFICATIONS";

/** Returns the packages whose notifications are blocked. */
export async function blockedPackages(system: SystemCalls): Promise<readonly string[]> {
  return blockedIn(await system.getSetting("secure", BLOCKED_NOTIFICATIONS_KEY));
}

/** Allows or blocks the notifications of a package. */
export async function allowNotifications(system: SystemCalls, packageName: string, allowed: boolean): Promise<void> {
  const stored = await system.getSetting("secure", BLOCKED_NOTIFICATIONS_KEY);
  await system.putSetting("secure", BLOCKED_NOTIFICATIONS_KEY, withBlocked(stored, packageName, !allowed));
}
