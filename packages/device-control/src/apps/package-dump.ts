import type { AndroidActivity, AndroidApp, AndroidPackageSummary } from "@terrarium/contract/box-apps";

/** One package in `dumpsys package`. */
export interface DumpedPackage {
  version: string;
  /** `yyyy-mm-dd hh:mm:ss` by the device's clock, in its zone. */
  updatedAt: string;
}

const MAIN = "android.intent.action.MAIN";
const LAUNCHER = "android.intent.category.LAUNCHER";

/** Returns the full class name of an activity. A leading dot stands for its package. */
const classNameOf = (packageName: string, activity: string): string =>
  activity.startsWith(".") ? packageName + activity : activity;

/** Parses the lines `package/activity` of `cmd package query-activities --components`. */
export function parseComponents(output: string): AndroidApp[] {
  return output.split("\n").flatMap((line) => {
    const [, packageName, activityName] = /^([\w.]+)\/([\w.$]+)$/.exec(line.trim()) ?? [];
    if (packageName === undefined || activityName === undefined) return [];
    return [{ packageName, activityName, activityClassName: classNameOf(packageName, activityName) }];
  });
}

/** Parses the lines `package:/path/base.apk=name` of `pm list packages -f`. Another list has the third-party ones. */
export function parsePackages(files: string, thirdParty: string): AndroidPackageSummary[] {
  const others = new Set([...thirdParty.matchAll(/^package:(\S+)$/gm)].map(([, name]) => name));
  return [...files.matchAll(/^package:(\S+)=([\w.]+)$/gm)].map(([, apkPath = "", packageName = ""]) => ({
    packageName,
    apkPath,
    pkgType: others.has(packageName) ? "thirdParty" : "system",
  }));
}

/** Parses the lines of `dumpsys package` with a package's name, version or time (AOSP Settings.dumpPackageLPr). */
export function parsePackageDump(lines: string): Map<string, DumpedPackage> {
  const packages = new Map<string, DumpedPackage>();
  let current: DumpedPackage | undefined;
  for (const line of lines.split("\n")) {
    const [, name] = /^\s+Package \[([\w.]+)\]/.exec(line) ?? [];
    if (name !== undefined) {
      current = { version: "", updatedAt: "" };
      // An updated system package appears again further below, in its original version.
      if (!packages.has(name)) packages.set(name, current);
    }
    const [, field, value = ""] = /^\s+(versionName|lastUpdateTime)=(.*)$/.exec(line) ?? [];
    if (current && field === "versionName") current.version ||= value.trim();
    if (current && field === "lastUpdateTime") current.updatedAt ||= value.trim();
  }
  return packages;
}

/**
 * Returns the activities in the "Activity Resolver Table" of `dumpsys package NAME`, each once, with data of its
 * filters.
 */
export function parseActivities(dump: string, packageName: string): AndroidActivity[] {
  const table = /^Activity Resolver Table:\n([^]*?)(?:\n\S|$(?![^]))/m.exec(dump)?.[1] ?? "";
  const activities = new Map<string, AndroidActivity>();
  let current: AndroidActivity | undefined;
  for (const line of table.split("\n")) {
    const [, owner, name] = /^\s+[\da-f]+ ([\w.]+)\/([\w.$]+)(?: filter [\da-f]+)?\s*$/.exec(line) ?? [];
    if (owner === packageName && name !== undefined) {
      current = activities.get(name) ?? {
        packageName,
        name,
        className: classNameOf(packageName, name),
        isMain: false,
        isLauncher: false,
        isExported: false,
      };
      activities.set(name, current);
    }
    if (current && line.includes(`Action: "${MAIN}"`)) current.isMain = true;
    if (current && line.includes(`Category: "${LAUNCHER}"`)) current.isLauncher = true;
    if (current) current.isExported = current.isMain || current.isLauncher;
  }
  return [...activities.values()];
}
