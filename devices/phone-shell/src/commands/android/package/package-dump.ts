import { apkPath } from "@terrarium/phone-system/package-files";
import type { PackageInfo } from "../../../system-calls/activity-calls.ts";
import type { SystemCalls } from "../../../system-calls/system-calls.ts";
import { objectId } from "../activity/activity-dump.ts";
import { FEATURES, installedPackages } from "./packages.ts";

/**
 * Installation time of the packages. They are part of the device, and Android's own images use this date for such
 * packages.
 */
const INSTALLED_AT = "2009-01-01 00:00:00";

/** `dumpsys package [PACKAGE]`, in the layout of AOSP Settings.java, dumpPackageLPr. */
export async function packageDump(system: SystemCalls, name?: string): Promise<string> {
  const all = await installedPackages(system);
  const shown = name === undefined ? all : all.filter(({ packageName }) => packageName === name);
  const release = (await system.getProperty("ro.build.version.release")) ?? "";
  const sdk = (await system.getProperty("ro.build.version.sdk")) ?? "";
  if (name !== undefined && shown.length === 0) return `Unable to find package: ${name}\n`;
  const known = name === undefined ? `Features:\n${FEATURES.map((feature) => `  ${feature}\n`).join("")}\n` : "";
  return `${known}Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
${shown.map(resolver).join("")}
Packages:
${shown.map((app) => describe(app, release, sdk)).join("")}`;
}

function resolver({ packageName, component, isHome }: PackageInfo): string {
  return `        ${objectId("activity", packageName)} ${component} filter ${objectId("filter", packageName)}
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.${isHome ? "HOME" : "LAUNCHER"}"
          Category: "android.intent.category.DEFAULT"
`;
}

function describe({ packageName, userId, enabled }: PackageInfo, release: string, sdk: string): string {
  const folder = apkPath(packageName).replace(/\/[^/]*$/, "");
  const id = objectId("package", packageName);
  return `  Package [${packageName}] (${id}):
    appId=${userId}
    pkg=Package{${id} ${packageName}}
    codePath=${folder}
    resourcePath=${folder}
    legacyNativeLibraryDir=${folder}/lib
    extractNativeLibs=false
    primaryCpuAbi=null
    secondaryCpuAbi=null
    cpuAbiOverride=null
    versionCode=${sdk} minSdk=${sdk} targetSdk=${sdk}
    minExtensionVersions=[]
    versionName=${release}
    usesNonSdkApi=false
    splits=[base]
    apkSigningVersion=3
    flags=[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ]
    pkgFlags=[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ]
    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE ]
    forceQueryable=false
    dataDir=/data/user/0/${packageName}
    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]
    timeStamp=${INSTALLED_AT}
    lastUpdateTime=${INSTALLED_AT}
    installerPackageName=null
    installPermissionsFixed=false
    User 0: ceDataInode=0 installed=true hidden=false suspended=false distractionFlags=0 stopped=false notLaunched=false enabled=${enabled ? 0 : 2} instant=false virtual=false
      installReason=0
      dataDir=/data/user/0/${packageName}
      firstInstallTime=${INSTALLED_AT}
      uninstallReason=0
`;
}
