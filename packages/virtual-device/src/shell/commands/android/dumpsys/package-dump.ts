import type { PackageInfo } from "../../../../system/calls/activity-calls.ts";
import { apkPath } from "../../../../system/package-files.ts";
import type { SystemCalls } from "../../../system-calls.ts";
import { fullComponentName } from "../activity/intent-arguments.ts";
import { features, installedPackages } from "../package/packages.ts";

/** `dumpsys package [PACKAGE]`. */
export async function packageDump(system: SystemCalls, name?: string): Promise<string> {
  const all = await installedPackages(system);
  const shown = name === undefined ? all : all.filter(({ packageName }) => packageName === name);
  const release = (await system.getProperty("ro.build.version.release")) ?? "";
  const sdk = (await system.getProperty("ro.build.version.sdk")) ?? "";
  if (name !== undefined && shown.length === 0) return `Unable to find package: ${name}\n`;
  const known = name === undefined ? `Features:\n${features.map((feature) => `  ${feature}\n`).join("")}\n` : "";
  const resolvers = shown.map(
    ({ component }) =>
      `      0 ${component} filter\n        Action: "android.intent.action.MAIN"\n        Category: "android.intent.category.LAUNCHER"\n`,
  );
  return (
    `${known}Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n${resolvers.join("")}\n` +
    `Packages:\n${shown.map((app) => describe(app, release, sdk)).join("")}`
  );
}

function describe({ packageName, component, userId, enabled }: PackageInfo, release: string, sdk: string): string {
  return `  Package [${packageName}]:
    userId=${userId}
    codePath=${apkPath(packageName).replace(/\/[^/]*$/, "")}
    versionCode=${sdk} minSdk=${sdk} targetSdk=${sdk}
    versionName=${release}
    flags=[ SYSTEM HAS_CODE ]
    dataDir=/data/user/0/${packageName}
    mainActivity=${fullComponentName(component)}
    installerPackageName=null
    User 0: installed=true hidden=false suspended=false stopped=false enabled=${enabled ? 0 : 2}
`;
}
