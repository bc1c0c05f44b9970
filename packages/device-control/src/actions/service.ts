import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ActionOptions, ActionResult } from "@terrarium/contract/box-action-fields";
import type * as contract from "@terrarium/contract/box-actions";
import type { BodyOf, ResponseOf } from "@terrarium/contract/endpoint";
import { hasMouse } from "@terrarium/contract/sandbox-kind";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Bus } from "@terrarium/platform/base/bus";
import { type Caller, requireScope } from "@terrarium/platform/base/caller";
import type { DeviceAccess } from "../access/device-access.ts";
import { requireScreen } from "../access/kinds.ts";
import type { DeviceActionService } from "../action-log/service.ts";
import type { DeviceSessions } from "../device/device-session.ts";
import { readUiTree } from "../screen/read-ui-tree.ts";
import { type ActionDevice, onScreen } from "./action-device.ts";
import { readClipboard, writeClipboard } from "./clipboard.ts";
import { describeElements, touchableNodes } from "./elements.ts";
import { createPictures, type PictureStore } from "./pictures.ts";
import type { PreparedAction } from "./prepared-action.ts";
import { createScales, DEFAULT_SCALE } from "./scale.ts";
import { isHidden } from "./secure-window.ts";
import { wantedShots, withShots } from "./shots.ts";

/** Folder of Android's own screenshots. */
const ALBUM = "/sdcard/Pictures/Screenshots";

export interface ActionCall {
  caller: Caller;
  boxId: string;
  /** Origin by which the caller reaches the server. */
  origin: string;
  /** Factor from screen coordinates to the caller's. Default: the sandbox's setting. */
  scale?: number;
}

export interface BoxActions {
  /**
   * Runs an action on a sandbox's device, records it, and returns the result with the requested screenshots. Throws
   * sandbox_not_found, sandbox_not_running, outside_screen, element_changed, no_model, not_possible, device_failed.
   */
  act<Actual>(
    call: ActionCall,
    body: ActionOptions,
    prepare: (device: ActionDevice) => Promise<PreparedAction<Actual>> | PreparedAction<Actual>,
  ): Promise<ActionResult & { actual: Actual }>;
  screenshot(
    call: ActionCall,
    body: BodyOf<typeof contract.takeBoxScreenshot>,
  ): Promise<ResponseOf<typeof contract.takeBoxScreenshot>>;
  /** Returns the XML of the screen's content. */
  layout(call: ActionCall): Promise<string>;
  detect(
    call: ActionCall,
    body: BodyOf<typeof contract.detectBoxElements>,
  ): Promise<ResponseOf<typeof contract.detectBoxElements>>;
  readClipboard(call: ActionCall): Promise<string>;
  writeClipboard(call: ActionCall, text: string): Promise<void>;
  readScale(call: ActionCall): Promise<number>;
  /** Sets and returns the scale; undefined: the default. */
  setScale(call: ActionCall, scale: number | undefined): Promise<number>;
}

/** The maker and the origin of the screenshot URLs in a response. */
const addressing = ({ caller, origin }: ActionCall) => ({ caller, origin });

interface Parts {
  actions: Pick<DeviceActionService, "noting" | "newId">;
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
  storage: PictureStore;
  bus: Bus;
}

export function createBoxActions({ actions, sandboxes, devices, storage, bus }: Parts): BoxActions {
  const pictures = createPictures(storage);
  const scales = createScales(bus);

  async function deviceOf({ caller, boxId, scale }: ActionCall): Promise<ActionDevice> {
    const device = requireScreen(await sandboxes.requireDevice(caller, boxId), "What is done on a screen");
    const session = await devices.get(device);
    const target = { sandboxId: boxId, session, hasMouse: hasMouse(device.kind) };
    return { ...target, scale: scale ?? (await scales.of(target)) };
  }

  return {
    async act(call, body, prepare) {
      const device = await deviceOf(call);
      const action = await prepare(device);
      const id = actions.newId();
      const { kind, detail, marks, message, actual } = action;
      const { trouble, ...shots } = await withShots(
        { pictures, device, wanted: wantedShots(body, addressing(call)), marks },
        () => actions.noting(call.caller, call.boxId, { id, kind, detail }, action.work),
      );
      const told = trouble === undefined ? message : `${message}; not all its pictures could be made: ${trouble}`;
      return { actionId: id, message: told, actual, ...shots };
    },

    async screenshot(call, body) {
      if (body?.scrollCapture)
        throw new AppError("not_possible", {
          what: "Capturing more than the screen",
          detail: "a device shows only its screen; scroll and take several pictures",
        });
      if (body?.saveToAlbum) requireScope(call.caller, "drive", "files");
      const device = await deviceOf(call);
      const clip = body?.clip && {
        ...onScreen(body.clip, device.scale),
        width: body.clip.width / device.scale,
        height: body.clip.height / device.scale,
      };
      const png = await pictures.hold(device, () => pictures.take(device, clip));
      if (body?.saveToAlbum) await device.session.writeFile(`${ALBUM}/${albumName()}`, Readable.from([png]));
      const picture = await pictures.answer(device, png, { ...body, ...addressing(call) });
      return (await isHidden(device.session, png)) ? { ...picture, secure: true } : picture;
    },

    async layout(call) {
      const { session, sandboxId } = await deviceOf(call);
      return (await readUiTree(session, sandboxId)).xml;
    },

    async detect(call, body) {
      const device = await deviceOf(call);
      const tree = await readUiTree(device.session, device.sandboxId);
      const nodes = touchableNodes(tree);
      const marks = nodes.map(({ bounds }, i) => ({ shape: "box", ...bounds, number: i + 1 }) as const);
      const form = { ...body?.screenshot, ...addressing(call) };
      const screenshot = await pictures.hold(device, async () => {
        const picture = await pictures.of(device);
        return { source: await picture(form), marked: await picture(form, marks) };
      });
      return { elements: describeElements(tree, nodes, device.scale), screenshot };
    },

    readClipboard: async (call) => readClipboard(await deviceOf(call)),

    async writeClipboard(call, text) {
      const device = await deviceOf(call);
      const detail = String(Array.from(text).length);
      await actions.noting(call.caller, call.boxId, { kind: "clipboard", detail }, () => writeClipboard(device, text));
    },

    readScale: async (call) => (await deviceOf(call)).scale,

    async setScale(call, scale = DEFAULT_SCALE) {
      await scales.set(await deviceOf(call), scale);
      return scale;
    },
  };
}

/** Returns a name like Android's: Screenshot_20261122-094107.png. Two can fall into the same second. */
function albumName(): string {
  const [day = "", time = ""] = new Date()
    .toISOString()
    .replaceAll(/[-:]|\..*/g, "")
    .split("T");
  return `Screenshot_${day}-${time}-${randomUUID().slice(0, 8)}.png`;
}
