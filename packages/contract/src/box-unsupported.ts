import { z } from "zod";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { SandboxId } from "./fields.ts";

/** A call of the boxes API that no device here supports, with its purpose and the reason. */
export interface UnsupportedCall {
  endpoint: Endpoint;
  what: string;
  reason: string;
}

const NO_BROWSER_PROXY =
  "a browser uses the proxy of its box: set it at /boxes/{boxId}/proxy; a running browser applies it at once";
const NO_BACKUP =
  "`adb backup` needs a confirmation on the screen, and since Android 12 it omits app data; copy files with the calls of /fs";
const NO_APPIUM =
  "this server runs no Appium; run your own and connect it to the address from /android/connect-address";

const box = "/api/v1/boxes/{boxId}";
const packages = `${box}/android/packages`;
const browser = `${box}/browser`;

const CALLS: readonly [method: Endpoint["method"], path: string, name: string, what: string, reason: string][] = [
  ["GET", `${browser}/proxy`, "getBrowserProxy", "A browser's proxy", NO_BROWSER_PROXY],
  ["POST", `${browser}/proxy`, "setBrowserProxy", "A browser's proxy", NO_BROWSER_PROXY],
  ["DELETE", `${browser}/proxy`, "clearBrowserProxy", "A browser's proxy", NO_BROWSER_PROXY],
  ["POST", `${packages}/{packageName}/backup`, "backupBoxPackage", "A backup", NO_BACKUP],
  ["POST", `${packages}/backup-all`, "backupAllBoxPackages", "A backup", NO_BACKUP],
  ["POST", `${packages}/restore`, "restoreBoxPackages", "Restoring a backup", NO_BACKUP],
  ["POST", `${box}/android/connect-url/appium`, "getBoxAppiumUrl", "An Appium server", NO_APPIUM],
];

const Name = z.string().min(1).max(255);
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  boxId: SandboxId,
  packageName: Name,
};

/** Calls that clients of the boxes API may send and that fail with the reason. */
export const UNSUPPORTED_CALLS: readonly UnsupportedCall[] = CALLS.map(([method, path, name, what, reason]) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => [param, PARAMS[param] ?? Name] as const);
  const endpoint = defineEndpoint({
    name,
    method,
    path,
    access: "session-or-api-key",
    tag: "unsupported",
    summary: `Returns 422: ${reason}`,
    changesState: false,
    ignoresUnknownFields: true,
    ...(names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {}),
    response: z.object({}),
  });
  return { endpoint, what, reason };
});
