import { cutText } from "@terrarium/bounds/cut-text";
import { type DeviceProxy, ORIENTATIONS, type Orientation } from "@terrarium/contract/box-display";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { DeviceAccess } from "../access/device-access.ts";
import { requireScreen } from "../access/kinds.ts";
import type { DeviceActionService } from "../action-log/service.ts";
import type { DeviceSession, DeviceSessions } from "../device/device-session.ts";
import { SCREEN_SIZE_COMMAND } from "../input/device-input.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import { proxyOfAndroid } from "./android-proxy.ts";
import type { ProxyOfDevice, ProxyReach } from "./device-proxy.ts";
import { proxyOfLinux } from "./linux-proxy.ts";

/** Message of a desktop's program when its X server lacks room for a size (`devices/desktop`, `wm`). */
const LARGEST = /cannot become larger than (\d{1,5}x\d{1,5})/;

interface Resolution {
  width: number;
  height: number;
}

/** A device's screen, and the proxy of its apps. All methods throw as `requireDevice` does, and device_failed. */
export interface BoxDisplayService {
  display(caller: Caller, boxId: string): Promise<{ orientation: Orientation; resolution: Resolution }>;
  /** Throws not_possible for a size larger than the box's screen supports. */
  setResolution(caller: Caller, boxId: string, resolution: Resolution): Promise<Resolution>;
  /** Throws proxy_not_set. */
  proxy(caller: Caller, boxId: string): Promise<DeviceProxy>;
  /** Throws not_possible, egress_off. */
  setProxy(caller: Caller, boxId: string, proxy: DeviceProxy): Promise<DeviceProxy>;
  clearProxy(caller: Caller, boxId: string): Promise<void>;
}

interface BoxDisplayParts {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: DeviceAccess;
  devices: Pick<DeviceSessions, "get">;
  /** Returns the network access of a sandbox's programs. */
  reachOf: (sandboxId: string) => ProxyReach;
}

export function createBoxDisplayService(parts: BoxDisplayParts): BoxDisplayService {
  const { actions, sandboxes, devices, reachOf } = parts;
  const sessionOf = async (caller: Caller, boxId: string): Promise<DeviceSession> =>
    devices.get(requireScreen(await sandboxes.requireDevice(caller, boxId), "What is done with a screen"));

  const proxyOf = async (caller: Caller, boxId: string): Promise<ProxyOfDevice> => {
    const target = await sandboxes.requireDevice(caller, boxId);
    const device = { sandboxId: boxId, session: await devices.get(target) };
    const reach = reachOf(boxId);
    return boxTypeOf(target) === "android" ? proxyOfAndroid(device, reach) : proxyOfLinux(device, reach);
  };

  return {
    async display(caller, boxId) {
      const output = await run(await sessionOf(caller, boxId), boxId, SCREEN_SIZE_COMMAND);
      // Matches AOSP DisplayViewport.toString. The default display comes first.
      const [, rotation, width, height] =
        /orientation=(\d), logicalFrame=Rect\(0, 0 - (\d+), (\d+)\)/.exec(output) ?? [];
      if (rotation === undefined) throw failed(boxId, "its display does not tell how it is turned");
      const resolution = { width: Number(width), height: Number(height) };
      return { orientation: orientationOf(Number(rotation), resolution), resolution };
    },

    async setResolution(caller, boxId, { width, height }) {
      const session = await sessionOf(caller, boxId);
      const size = `${width}x${height}`;
      await actions.noting(caller, boxId, { kind: "resize", detail: size }, async () => {
        const told = await run(session, boxId, `wm size ${size} 2>&1; wm size`);
        if (told.includes(`: ${size}`)) return;
        const [, largest] = LARGEST.exec(told) ?? [];
        if (largest === undefined) throw failed(boxId, `its screen did not take ${size}: ${cutText(told.trim(), 500)}`);
        throw new AppError("not_possible", {
          what: `A screen of ${size}`,
          detail: `this box's can be ${largest} at most`,
        });
      });
      return { width, height };
    },

    async proxy(caller, boxId) {
      const proxy = await (await proxyOf(caller, boxId)).read();
      if (!proxy) throw new AppError("proxy_not_set");
      return proxy;
    },

    async setProxy(caller, boxId, proxy) {
      const device = await proxyOf(caller, boxId);
      await device.check(proxy);
      const detail = `${proxy.host}:${proxy.port}`;
      await actions.noting(caller, boxId, { kind: "proxy", detail }, () => device.set(proxy));
      return proxy;
    },

    async clearProxy(caller, boxId) {
      const device = await proxyOf(caller, boxId);
      await actions.noting(caller, boxId, { kind: "proxy", detail: "" }, () => device.clear());
    },
  };
}

const failed = (sandboxId: string, detail: string) => new AppError("device_failed", { sandboxId, detail });

const run = (session: DeviceSession, sandboxId: string, line: string): Promise<string> =>
  runOnDevice({ sandboxId, session }, line);

/** Rotations count from the device's natural orientation, so a naturally wide device needs a quarter turn less. */
function orientationOf(rotation: number, { width, height }: Resolution): Orientation {
  const isNaturallyWide = width > height === (rotation % 2 === 0);
  return ORIENTATIONS[(rotation + (isNaturallyWide ? 1 : 0)) % ORIENTATIONS.length] ?? "portrait";
}
