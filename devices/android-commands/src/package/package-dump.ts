import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { objectId } from "../activity/activity-dump.ts";
import { blockedPackages, NOTIFICATION_PERMISSION } from "../notification-permission.ts";
import { FEATURES, installedPackages, type ShownPackage } from "./packages.ts";

/**
 * Installation time of the packages. They are part of the device, and Android's own images use this date for such
 * packages.
 */
const INSTALLED_AT = "2009-01-01 00:00:00";

/** `dumpsys package [PACKAGE]`, in the layout of AOSP Settings.java, dumpPackageLPr. */
export async function packageDump(system: SystemCalls, name?: string): Promise<string> {
  const all = await installedPackages(system);
  const shown = name === undefined ? all : all.filter(({ packageName }) => packageName === name);
  const blocked = await blockedPackages(system);
  const sdk = (await system.getProperty("ro.build.version.sdk")) ?? "";
  if (name !== undefined && shown.length === 0) return `Unable to find package: ${name}\n`;
  const known = name === undefined ? `Features:\n${FEATURES.map((feature) => `  ${feature}\n`).join("")}\n` : "";
  return `${known}Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
${shown.map(resolver).join("")}
Packages:
${shown.map((app) => describe(app, sdk, !blocked.includes(app.packageName))).join("")}`;
}

function resolver({ packageName, app }: ShownPackage): string {
  if (!app) return "";
  const { component, isHome } = app;
  return `        ${objectId("activity", packageName)} ${component} filter ${objectId("filter", packageName)}
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.${isHome ? "HOME" : "LAUNCHER"}"
          Category: "android.intent.category.DEFAULT"
`;
}

function describe(shown: ShownPackage, sdk: string, notifies: boolean): string {
  const { packageName, userId, enabled, path, versionCode, versionName, helper } = shown;
  const folder = path.replace(/\/[^/]*$/, "");
  const flags = `[ ${helper ? "" : "SYSTEM "}HAS_CODE ALLOW_CLEAR_USER_DATA ]`;
  const installedAt = helper
    ? new Date(helper.installedMs).toISOString().replace("T", " ").replace(/\..*/, "")
    : INSTALLED_AT;
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
    versionCode=${versionCode} minSdk=${sdk} targetSdk=${sdk}
    minExtensionVersions=[]
    versionName=${versionName}
    usesNonSdkApi=false
    splits=[base]
    apkSigningVersion=3
    flags=${flags}
    pkgFlags=${flags}
    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE ]
    forceQueryable=false
    dataDir=/data/user/0/${packageName}
    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]
    timeStamp=${installedAt}
    lastUpdateTime=${installedAt}
    installerPackageName=null
    installPermissionsFixed=false
    User 0: ceDataInode=0 installed=true hidden=false suspended=false distractionFlags=0 stopped=false notLaunched=false enabled=${enabled ? 0 : 2} instant=false virtual=false
      installReason=0
      dataDir=/data/user/0/${packageName}
      firstInstallTime=${installedAt}
      uninstallReason=0
      runtime permissions:
        ${NOTIFICATION_PERMISSION}: granted=${notifies}
`;
}
