import { z } from "zod";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { SandboxId } from "./fields.ts";

/** A call of the boxes API that no device here can answer, with what it would do, and why it does not. */
export interface UnsupportedCall {
  endpoint: Endpoint;
  what: string;
  reason: string;
}

const NO_LINUX = "boxes are Android devices; create one with POST /api/v1/boxes/android";
const NO_SNAPSHOTS = "a device is kept by stopping its box and starting it again";
const NO_DEBUGGED_BROWSER =
  "an Android box has no browser that is driven from outside; open pages with its browser app, by actions or `am start -d URL`";
const NO_BACKUP =
  "Android asks on the screen before it lets `adb backup` go on, and since Android 12 leaves the data of apps out; copy files with the calls of /fs";
const NO_APPIUM =
  "this server runs no Appium; run one and let it connect to the address that /android/connect-address answers";

const box = "/api/v1/boxes/{boxId}";
const packages = `${box}/android/packages`;
const browser = `${box}/browser`;

const CALLS: readonly [method: Endpoint["method"], path: string, name: string, what: string, reason: string][] = [
  ["POST", "/api/v1/boxes/linux", "createLinuxBox", "A Linux box", NO_LINUX],
  ["GET", "/api/v1/snapshots", "listSnapshots", "A list of snapshots", NO_SNAPSHOTS],
  ["GET", "/api/v1/snapshots/{snapshotName}", "getSnapshot", "A snapshot", NO_SNAPSHOTS],
  ["DELETE", "/api/v1/snapshots/{snapshotName}", "deleteSnapshot", "Deleting a snapshot", NO_SNAPSHOTS],
  ["POST", "/api/v1/snapshots/{boxId}", "createSnapshot", "A snapshot", NO_SNAPSHOTS],
  ["POST", `${browser}/connect-url/cdp`, "getBrowserCdpUrl", "An address for Chrome DevTools", NO_DEBUGGED_BROWSER],
  ["POST", `${browser}/open`, "openBrowser", "Opening a browser", NO_DEBUGGED_BROWSER],
  ["DELETE", `${browser}/close`, "closeBrowser", "Closing a browser", NO_DEBUGGED_BROWSER],
  ["GET", `${browser}/tabs`, "listBrowserTabs", "A list of tabs", NO_DEBUGGED_BROWSER],
  ["POST", `${browser}/tabs`, "openBrowserTab", "Opening a tab", NO_DEBUGGED_BROWSER],
  ["PUT", `${browser}/tabs/{tabId}`, "updateBrowserTab", "Leading a tab elsewhere", NO_DEBUGGED_BROWSER],
  ["DELETE", `${browser}/tabs/{tabId}`, "closeBrowserTab", "Closing a tab", NO_DEBUGGED_BROWSER],
  ["POST", `${browser}/tabs/{tabId}/switch`, "switchBrowserTab", "Switching tabs", NO_DEBUGGED_BROWSER],
  ["GET", `${browser}/proxy`, "getBrowserProxy", "A browser's proxy", NO_DEBUGGED_BROWSER],
  ["POST", `${browser}/proxy`, "setBrowserProxy", "A browser's proxy", NO_DEBUGGED_BROWSER],
  ["DELETE", `${browser}/proxy`, "clearBrowserProxy", "A browser's proxy", NO_DEBUGGED_BROWSER],
  ["POST", `${packages}/{packageName}/backup`, "backupBoxPackage", "A backup", NO_BACKUP],
  ["POST", `${packages}/backup-all`, "backupAllBoxPackages", "A backup", NO_BACKUP],
  ["POST", `${packages}/restore`, "restoreBoxPackages", "Restoring a backup", NO_BACKUP],
  ["POST", `${box}/android/connect-url/appium`, "getBoxAppiumUrl", "An Appium server", NO_APPIUM],
];

const Name = z.string().min(1).max(255);
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  boxId: SandboxId,
  snapshotName: Name,
  tabId: Name,
  packageName: Name,
};

/** What clients of the boxes API may call, and are told why it does not work here. */
export const UNSUPPORTED_CALLS: readonly UnsupportedCall[] = CALLS.map(([method, path, name, what, reason]) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => [param, PARAMS[param] ?? Name] as const);
  const endpoint = defineEndpoint({
    name,
    method,
    path,
    access: "session-or-api-key",
    tag: "unsupported",
    summary: `Answers 422: ${reason}`,
    changesState: false,
    ...(names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {}),
    response: z.object({}),
  });
  return { endpoint, what, reason };
});
