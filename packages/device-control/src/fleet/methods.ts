import { PackageName } from "@terrarium/contract/box-apps";
import { SandboxId, ScreenCoordinate } from "@terrarium/contract/fields";
import { ACTION_LIMITS } from "@terrarium/contract/limits";
import type { Scope } from "@terrarium/contract/scope";
import { AppError } from "@terrarium/platform/base/app-error";
import type { UiTree } from "@terrarium/ui-tree/ui-node";
import { z } from "zod";
import type { DeviceAccess } from "../access/device-access.ts";
import { requireAndroid } from "../access/kinds.ts";
import type { ActionDevice } from "../actions/action-device.ts";
import { rotate, type } from "../actions/key-actions.ts";
import { openLink } from "../actions/open-actions.ts";
import type { PreparedAction } from "../actions/prepared-action.ts";
import type { ActionCall, BoxActions } from "../actions/service.ts";
import { longPress, swipe, tap } from "../actions/touch-actions.ts";
import type { BoxAppService } from "../apps/service.ts";
import type { DeviceSessions } from "../device/device-session.ts";
import { readScreenSize } from "../screen/on-screen.ts";
import { readUiTree } from "../screen/read-ui-tree.ts";
import { toElements } from "./elements.ts";
import type { FleetService } from "./fleet.ts";
import { pressButton, pressChords } from "./key-actions.ts";

/** The caller, and the origin by which the caller reaches the server. */
export type FleetCall = Pick<ActionCall, "caller" | "origin">;

interface Method<Params extends z.ZodType = z.ZodType> {
  /** Scope that an API key needs. */
  scope: Scope;
  params: Params;
  run(call: FleetCall, params: z.output<Params>): Promise<unknown>;
}

export type FleetMethods = Readonly<Record<string, Method>>;

interface MethodParts {
  fleet: FleetService;
  boxActions: BoxActions;
  boxApps: Pick<BoxAppService, "apps" | "close" | "open">;
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
}

const None = z.unknown();
const OnDevice = z.object({ deviceId: SandboxId });
const at = { x: ScreenCoordinate, y: ScreenCoordinate };
const { durationMs, textChars, keys } = ACTION_LIMITS;
const Duration = z.number().int().min(1).max(durationMs).optional();
const App = OnDevice.extend({ bundleId: PackageName });
const DONE = { status: "ok" };

/** Calls that mobilecli makes in other ways, with their alternative. */
const ELSEWHERE = {
  "fleet.allocate": "mobilecli 1.0.9 and newer allocates devices by HTTP",
  "fleet.release": "mobilecli 1.0.9 and newer releases devices by HTTP",
  "uploads.create":
    "mobilecli uploads apps to its maker's storage alone; POST /api/v1/boxes/{boxId}/android/packages installs them",
  "device.screenrecord":
    "mobilecli fetches recordings from its maker's storage alone; `terrarium screen BOX --record out.mp4` records",
  "device.crashes.list": "devices keep no reports of crashes; `logcat` in the box's shell tells of them",
  "device.boot": "POST /api/v1/boxes/{boxId}/start starts a box that is stopped",
  "device.shutdown": "POST /api/v1/boxes/{boxId}/stop stops a box, and `mobilecli remote release` ends it",
} as const;

/** Coordinates and screenshots are in pixels of the screen, whatever a box's scale. */
const SCALE = 1;

/** The calls of the fleet's protocol, by name. */
export function createFleetMethods({ fleet, boxActions, boxApps, sandboxes, devices }: MethodParts): FleetMethods {
  /** Runs a device action like calls of the boxes API, so that it is recorded like them. */
  const act = async (
    call: FleetCall,
    { deviceId }: z.output<typeof OnDevice>,
    prepare: (device: ActionDevice) => Promise<PreparedAction<unknown>> | PreparedAction<unknown>,
  ) => {
    await boxActions.act({ ...call, boxId: deviceId, scale: SCALE }, {}, prepare);
    return DONE;
  };

  const deviceOf = async ({ caller }: FleetCall, sandboxId: string) => ({
    sandboxId,
    session: await devices.get(requireAndroid(await sandboxes.requireDevice(caller, sandboxId), "What mobilecli does")),
  });
  const treeOf = async (call: FleetCall, boxId: string): Promise<UiTree> =>
    readUiTree((await deviceOf(call, boxId)).session, boxId);
  const sizeOf = async (call: FleetCall, boxId: string) => readScreenSize(await deviceOf(call, boxId));

  return {
    "devices.list": read(None, async ({ caller }) => ({ devices: (await fleet.devices(caller)).devices })),
    "fleet.listDevices": read(None, async ({ caller }) => ({ devices: await fleet.models(caller) })),

    "device.info": read(OnDevice, async (call, { deviceId }) => {
      const { widthPx: width, heightPx: height } = await sizeOf(call, deviceId);
      return { ...(await fleet.device(call.caller, deviceId)), screenSize: { width, height, scale: SCALE } };
    }),
    "device.screenshot": read(OnDevice, async (call, { deviceId: boxId }) => ({
      data: (await boxActions.screenshot({ ...call, boxId, scale: SCALE }, {})).uri,
    })),
    "device.dump.ui": read(OnDevice.extend({ format: z.string().optional() }), async (call, { deviceId, format }) => {
      const tree = await treeOf(call, deviceId);
      return format === "raw" ? { rawData: tree.xml } : { elements: toElements(tree.roots) };
    }),
    "device.io.orientation.get": read(OnDevice, async (call, { deviceId }) => {
      const { widthPx, heightPx } = await sizeOf(call, deviceId);
      return { orientation: widthPx > heightPx ? "landscape" : "portrait" };
    }),
    "device.apps.list": read(OnDevice, async ({ caller }, { deviceId }) => {
      const names = (await boxApps.apps(caller, deviceId)).map(({ packageName }) => packageName);
      return [...new Set(names)].map(toApp);
    }),
    "device.apps.foreground": read(OnDevice, async (call, { deviceId }) => {
      const { roots } = await treeOf(call, deviceId);
      return toApp(roots[0]?.packageName ?? "");
    }),
    "device.clipboard.get": read(OnDevice, async (call, { deviceId: boxId }) => ({
      text: await boxActions.readClipboard({ ...call, boxId }),
    })),

    "device.io.tap": drive(OnDevice.extend(at), (call, to) => act(call, to, (device) => tap(device, to))),
    "device.io.longpress": drive(OnDevice.extend({ ...at, duration: Duration }), (call, to) =>
      act(call, to, (device) => longPress(device, to)),
    ),
    "device.io.swipe": drive(
      OnDevice.extend({ x1: at.x, y1: at.y, x2: at.x, y2: at.y, duration: Duration }),
      (call, { x1, y1, x2, y2, duration, ...on }) =>
        act(call, on, (device) => swipe(device, { start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, duration })),
    ),
    "device.io.text": drive(OnDevice.extend({ text: z.string().max(textChars) }), (call, { text, ...on }) =>
      act(call, on, (device) => type(device, { text, mode: "append", pressEnter: false })),
    ),
    "device.io.keys": drive(
      OnDevice.extend({ keys: z.array(z.string().min(1).max(100)).min(1).max(keys) }),
      (call, { keys, ...on }) => act(call, on, (device) => pressChords(device, keys)),
    ),
    "device.io.button": drive(OnDevice.extend({ button: z.string().max(100) }), (call, { button, ...on }) =>
      act(call, on, (device) => pressButton(device, button)),
    ),
    "device.io.orientation.set": drive(
      OnDevice.extend({ orientation: z.enum(["portrait", "landscape"]) }),
      (call, { orientation, ...on }) =>
        act(call, on, (device) =>
          rotate(device, { orientation: orientation === "landscape" ? "landscapeLeft" : orientation }),
        ),
    ),
    "device.url": drive(OnDevice.extend({ url: z.string().min(1).max(textChars) }), (call, { url, ...on }) =>
      act(call, on, (device) => openLink(device, url)),
    ),
    "device.clipboard.set": drive(
      OnDevice.extend({ text: z.string().max(textChars) }),
      async (call, { text, deviceId: boxId }) => {
        await boxActions.writeClipboard({ ...call, boxId }, text);
        return DONE;
      },
    ),
    "device.apps.launch": drive(
      App.extend({ activity: z.string().max(1_000).optional(), locales: z.array(z.string()).max(100).optional() }),
      async ({ caller }, { deviceId, bundleId, activity: activityName, locales = [] }) => {
        if (locales.length > 0)
          throw new AppError("not_possible", {
            what: "Opening an app in a language of its own",
            detail: "all apps use the device's language",
          });
        await boxApps.open(caller, deviceId, bundleId, { activityName, anew: false });
        return DONE;
      },
    ),
    "device.apps.terminate": drive(App, async ({ caller }, { deviceId, bundleId }) => {
      await boxApps.close(caller, deviceId, bundleId);
      return DONE;
    }),

    ...Object.fromEntries(Object.entries(ELSEWHERE).map(([name, detail]) => [name, refuse(name, detail)])),
  };
}

const method =
  (scope: Scope) =>
  <Params extends z.ZodType>(params: Params, run: Method<Params>["run"]): Method => ({ scope, params, run });
const read = method("read");
const drive = method("drive");

const refuse = (name: string, detail: string): Method =>
  read(None, async () => {
    throw new AppError("not_possible", { what: name, detail });
  });

/** Devices report no other name of an app. */
const toApp = (packageName: string) => ({ packageName, appName: packageName, version: "" });
