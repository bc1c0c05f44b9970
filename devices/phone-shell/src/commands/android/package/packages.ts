import type { PackageInfo } from "../../../system-calls/activity-calls.ts";
import type { SystemCalls } from "../../../system-calls/system-calls.ts";

/** Android features of the hardware and the system (PackageManager.java, FEATURE_*). */
export const FEATURES: readonly string[] = [
  "android.hardware.faketouch",
  "android.hardware.screen.landscape",
  "android.hardware.screen.portrait",
  "android.hardware.touchscreen",
  "android.hardware.touchscreen.multitouch",
  "android.hardware.touchscreen.multitouch.distinct",
  "android.hardware.touchscreen.multitouch.jazzhand",
  "android.software.home_screen",
  "android.software.input_methods",
];

/** The device defines no permissions, because its apps are part of the system. */
export const systemPermissions: readonly string[] = [];

/** Returns the packages, sorted by name. */
export async function installedPackages(system: SystemCalls): Promise<PackageInfo[]> {
  return (await system.packages()).toSorted((a, b) => (a.packageName < b.packageName ? -1 : 1));
}
