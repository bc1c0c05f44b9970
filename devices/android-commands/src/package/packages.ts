import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import type { HelperPackage } from "@terrarium/phone-system/helper-programs";
import { apkPath } from "@terrarium/phone-system/package-files";
import { objectId } from "../activity/activity-dump.ts";

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

/** A package as `pm` and `dumpsys package` show it. */
export interface ShownPackage {
  packageName: string;
  userId: number;
  enabled: boolean;
  /** Path of its file. */
  path: string;
  versionCode: string;
  versionName: string;
  /** The built-in app; undefined for a helper. */
  app?: { component: string; isHome: boolean };
  /** The installed helper; undefined for a built-in app. */
  helper?: HelperPackage;
}

/** Returns the packages, sorted by name. */
export async function installedPackages(system: SystemCalls): Promise<ShownPackage[]> {
  const versionCode = (await system.getProperty("ro.build.version.sdk")) ?? "";
  const versionName = (await system.getProperty("ro.build.version.release")) ?? "";
  const apps = (await system.packages()).map(({ packageName, userId, enabled, component, isHome }): ShownPackage => ({
    packageName,
    userId,
    enabled,
    path: apkPath(packageName),
    versionCode,
    versionName,
    app: { component, isHome },
  }));
  const helpers = (await system.helperPackages()).map((helper): ShownPackage => ({
    packageName: helper.packageName,
    userId: helper.userId,
    enabled: true,
    path: installedPath(helper.packageName),
    versionCode: String(helper.versionCode),
    versionName: helper.versionName,
    helper,
  }));
  return [...apps, ...helpers].toSorted((a, b) => (a.packageName < b.packageName ? -1 : 1));
}

/** Returns the path of an installed package, in the form of AOSP PackageManagerServiceUtils.getNextCodePath. */
function installedPath(packageName: string): string {
  const [outer, inner] = ["outer", "inner"].map((part) =>
    Buffer.from(objectId(part, packageName)).toString("base64url"),
  );
  return `/data/app/~~${outer}==/${packageName}-${inner}==/base.apk`;
}
