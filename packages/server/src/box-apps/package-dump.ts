import type { AndroidActivity, AndroidApp, AndroidPackageSummary } from "@terrarium/contract/box-apps";

/** What `dumpsys package` tells of one package. */
export interface DumpedPackage {
  version: string;
  /** `yyyy-mm-dd hh:mm:ss` by the device's clock, in its zone. */
  updatedAt: string;
}

const MAIN = "android.intent.action.MAIN";
const LAUNCHER = "android.intent.category.LAUNCHER";

/** The full name of an activity's class: one that begins with a dot counts from its package. */
const classNameOf = (packageName: string, activity: string): string =>
  activity.startsWith(".") ? packageName + activity : activity;

/** The lines `package/activity` that `cmd package query-activities --components` prints. */
export function parseComponents(output: string): AndroidApp[] {
  return output.split("\n").flatMap((line) => {
    const [, packageName, activityName] = /^([\w.]+)\/([\w.$]+)$/.exec(line.trim()) ?? [];
    if (packageName === undefined || activityName === undefined) return [];
    return [{ packageName, activityName, activityClassName: classNameOf(packageName, activityName) }];
  });
}

/** The lines `package:/path/base.apk=name` that `pm list packages -f` prints; which are not the system's, another list says. */
export function parsePackages(files: string, thirdParty: string): AndroidPackageSummary[] {
  const others = new Set([...thirdParty.matchAll(/^package:(\S+)$/gm)].map(([, name]) => name));
  return [...files.matchAll(/^package:(\S+)=([\w.]+)$/gm)].map(([, apkPath = "", packageName = ""]) => ({
    packageName,
    apkPath,
    pkgType: others.has(packageName) ? "thirdParty" : "system",
  }));
}

/** The lines of `dumpsys package` that begin a package, or tell its version or time (AOSP Settings.dumpPackageLPr). */
export function parsePackageDump(lines: string): Map<string, DumpedPackage> {
  const packages = new Map<string, DumpedPackage>();
  let current: DumpedPackage | undefined;
  for (const line of lines.split("\n")) {
    const [, name] = /^\s+Package \[([\w.]+)\]/.exec(line) ?? [];
    if (name !== undefined) {
      current = { version: "", updatedAt: "" };
      // A system package that was updated is told again, as it was, further below.
      if (!packages.has(name)) packages.set(name, current);
    }
    const [, field, value = ""] = /^\s+(versionName|lastUpdateTime)=(.*)$/.exec(line) ?? [];
    if (current && field === "versionName") current.version ||= value.trim();
    if (current && field === "lastUpdateTime") current.updatedAt ||= value.trim();
  }
  return packages;
}

/** The activities of the "Activity Resolver Table" of `dumpsys package NAME`, each once, with what its filters say. */
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
