import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, SandboxId } from "./fields.ts";
import { APP_INSTALL_TIMEOUT_MS, SPLIT_APKS } from "./limits.ts";

export const PackageName = z
  .string()
  .max(255)
  .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)*$/, "A package is called like com.example.app");
const PackageType = z.enum(["system", "thirdParty"]);
const RunningFilter = z.enum(["running", "notRunning"]);

/** A list in a query: repeated, separated by commas, or with brackets as some clients write it. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.split(",").filter((each) => each !== "") : value),
    z.array(item).max(10).optional(),
  );

export const AndroidApp = z.object({
  packageName: z.string(),
  activityName: z.string().describe("Name within the package, for example .MainActivity"),
  activityClassName: z.string(),
});
export type AndroidApp = z.infer<typeof AndroidApp>;

export const AndroidPackageSummary = z.object({
  packageName: z.string(),
  apkPath: z.string().describe("Path of its base APK on the device"),
  pkgType: PackageType,
});
export type AndroidPackageSummary = z.infer<typeof AndroidPackageSummary>;

export const AndroidPackage = AndroidPackageSummary.extend({
  name: z.string(),
  version: z.string(),
  isRunning: z.boolean(),
});
export type AndroidPackage = z.infer<typeof AndroidPackage>;

export const AndroidActivity = z.object({
  packageName: z.string(),
  name: z.string(),
  className: z.string(),
  isMain: z.boolean(),
  isLauncher: z.boolean(),
  isExported: z.boolean().describe("Whether other packages can start it, if known"),
});
export type AndroidActivity = z.infer<typeof AndroidActivity>;

const BoxParams = z.object({ boxId: SandboxId });
const PackageParams = BoxParams.extend({ packageName: PackageName });
const read = { access: "session-or-api-key", tag: "box-apps", method: "GET", timeoutMs: 60_000 } as const;
/** Actions on a device do not change the team's state. */
const act = { ...read, method: "POST", changesState: false } as const;

const android = "/api/v1/boxes/{boxId}/android";

export const listBoxApps = defineEndpoint({
  ...read,
  name: "listBoxApps",
  path: `${android}/apps`,
  summary: "List the apps of the device's launcher",
  params: BoxParams,
  response: z.object({ data: z.array(AndroidApp) }),
});

export const getBoxApp = defineEndpoint({
  ...read,
  name: "getBoxApp",
  path: `${android}/apps/{packageName}`,
  summary: "One app of the launcher",
  params: PackageParams,
  response: AndroidApp,
});

export const listBoxPackages = defineEndpoint({
  ...read,
  name: "listBoxPackages",
  path: `${android}/packages`,
  summary: "List the packages on the device",
  params: BoxParams,
  query: z.strictObject({ pkgType: listOf(PackageType), runningFilter: listOf(RunningFilter) }),
  response: z.object({ data: z.array(AndroidPackage) }),
});

export const listBoxPackagesSimply = defineEndpoint({
  ...read,
  name: "listBoxPackagesSimply",
  path: `${android}/packages/simple`,
  summary: "List the packages on the device faster, with fewer details",
  params: BoxParams,
  query: z.strictObject({ pkgType: listOf(PackageType) }),
  response: z.object({ data: z.array(AndroidPackageSummary) }),
});

export const getBoxPackage = defineEndpoint({
  ...read,
  name: "getBoxPackage",
  path: `${android}/packages/{packageName}`,
  summary: "One package",
  params: PackageParams,
  response: AndroidPackage,
});

export const listBoxActivities = defineEndpoint({
  ...read,
  name: "listBoxActivities",
  path: `${android}/packages/{packageName}/activities`,
  summary: "List the activities of a package that intents can start",
  params: PackageParams,
  response: z.object({ data: z.array(AndroidActivity) }),
});

const ActivityBody = z
  .strictObject({ activityName: z.string().min(1).max(255).optional().describe("Default: the activity of its icon") })
  .default({});

export const openBoxApp = defineEndpoint({
  ...act,
  name: "openBoxApp",
  path: `${android}/packages/{packageName}/open`,
  summary: "Open an app; returns when it is open",
  params: PackageParams,
  body: ActivityBody,
  response: Empty,
  errors: ["app_refused"],
});

export const restartBoxApp = defineEndpoint({
  ...act,
  name: "restartBoxApp",
  path: `${android}/packages/{packageName}/restart`,
  summary: "Restart an app",
  params: PackageParams,
  body: ActivityBody,
  response: Empty,
  errors: ["app_refused"],
});

export const closeBoxApp = defineEndpoint({
  ...act,
  name: "closeBoxApp",
  path: `${android}/packages/{packageName}/close`,
  summary: "Close an app",
  params: PackageParams,
  response: Empty,
});

export const closeAllBoxApps = defineEndpoint({
  ...act,
  name: "closeAllBoxApps",
  path: `${android}/packages/close-all`,
  summary: "Close all running apps of the launcher",
  params: BoxParams,
  response: Empty,
});

export const installBoxPackage = defineEndpoint({
  ...act,
  name: "installBoxPackage",
  path: `${android}/packages`,
  summary:
    "Install an APK, replacing an earlier version; a virtual device rejects it and names the templates that support APKs",
  timeoutMs: APP_INSTALL_TIMEOUT_MS + 60_000,
  params: BoxParams,
  multipart: true,
  body: z.strictObject({
    apk: z
      .string()
      .describe(
        `The APK as a separate part of at most 1 GiB, or an address that devices can reach. A split app: the base and its splits, each a part, at most ${SPLIT_APKS}`,
      ),
    open: z.enum(["true", "false"]).optional().describe("Whether to open the app afterwards"),
  }),
  response: AndroidPackageSummary.extend({ activities: z.array(AndroidActivity) }),
  errors: ["app_refused", "body_too_large", "egress_off"],
});

export const uninstallBoxPackage = defineEndpoint({
  ...act,
  method: "DELETE",
  name: "uninstallBoxPackage",
  path: `${android}/packages/{packageName}`,
  summary: "Uninstall a package",
  params: PackageParams,
  body: z.strictObject({ keepData: z.boolean().optional() }).default({}),
  response: Empty,
  errors: ["app_refused"],
});
