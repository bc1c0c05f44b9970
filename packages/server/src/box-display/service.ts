import { type DeviceProxy, ORIENTATIONS, type Orientation } from "@terrarium/contract/box-display";
import type { DeviceActionService } from "../actions/service.ts";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";
import type { DeviceSession, DeviceSessions } from "../devices/device-session.ts";
import { shellQuote } from "../devices/shell-quote.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";

interface Resolution {
  width: number;
  height: number;
}

/** A device's screen, and the proxy of its apps. All throw what `requireDevice` does, and device_failed. */
export interface BoxDisplayService {
  display(caller: Caller, boxId: string): Promise<{ orientation: Orientation; resolution: Resolution }>;
  setResolution(caller: Caller, boxId: string, resolution: Resolution): Promise<Resolution>;
  /** Throws proxy_not_set. */
  proxy(caller: Caller, boxId: string): Promise<DeviceProxy>;
  /** Throws not_possible, egress_off. */
  setProxy(caller: Caller, boxId: string, proxy: DeviceProxy): Promise<DeviceProxy>;
  clearProxy(caller: Caller, boxId: string): Promise<void>;
}

interface BoxDisplayParts {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: Pick<SandboxAccess, "requireDevice">;
  devices: Pick<DeviceSessions, "get">;
  /** Whether apps of virtual devices reach any network. */
  hasEgress: boolean;
}

/** Android's settings of a proxy (AOSP Settings.Global, ProxyTracker). */
const SETTINGS = {
  both: "http_proxy",
  host: "global_http_proxy_host",
  port: "global_http_proxy_port",
  excludes: "global_http_proxy_exclusion_list",
  pac: "global_proxy_pac_url",
} as const;

export function createBoxDisplayService(parts: BoxDisplayParts): BoxDisplayService {
  const { actions, sandboxes, devices, hasEgress } = parts;
  const sessionOf = async (caller: Caller, boxId: string): Promise<DeviceSession> =>
    devices.get(await sandboxes.requireDevice(caller, boxId));

  return {
    async display(caller, boxId) {
      const output = await run(await sessionOf(caller, boxId), boxId, "dumpsys display");
      // AOSP DisplayViewport.toString, of the default display first.
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
        await run(session, boxId, `wm size ${size}`);
        const told = await run(session, boxId, "wm size");
        if (!told.includes(`: ${size}`)) throw failed(boxId, `its screen did not take ${size}: ${told.trim()}`);
      });
      return { width, height };
    },

    async proxy(caller, boxId) {
      const session = await sessionOf(caller, boxId);
      const names = [SETTINGS.both, SETTINGS.excludes];
      const [proxy = "", excludes = ""] = (
        await run(session, boxId, names.map((name) => `settings get global ${name}`).join("; "))
      ).split("\n");
      const [, host, port] = /^(.+):(\d+)$/.exec(proxy.trim()) ?? [];
      if (host === undefined || Number(port) === 0) throw new AppError("proxy_not_set");
      const excluded = excludes.trim();
      const hasExcludes = excluded !== "" && excluded !== "null";
      return { host, port: Number(port), ...(hasExcludes && { excludes: excluded.split(",") }) };
    },

    async setProxy(caller, boxId, { host, port, excludes, auth, pacUrl }) {
      const session = await sessionOf(caller, boxId);
      await requireProxies(session, hasEgress);
      if (auth) throw cannot("Android's proxy of the whole device takes no name and password");
      if (pacUrl !== undefined) throw cannot("Android takes no script for a proxy by its settings; name host and port");
      const list = (excludes ?? []).join(",");
      await actions.noting(caller, boxId, { kind: "proxy", detail: `${host}:${port}` }, async () => {
        await run(
          session,
          boxId,
          [
            list === ""
              ? `settings delete global ${SETTINGS.excludes}`
              : `settings put global ${SETTINGS.excludes} ${shellQuote(list)}`,
            `settings put global ${SETTINGS.both} ${shellQuote(`${host}:${port}`)}`,
          ].join("; "),
        );
      });
      return { host, port, ...(excludes && { excludes }) };
    },

    async clearProxy(caller, boxId) {
      const session = await sessionOf(caller, boxId);
      await actions.noting(caller, boxId, { kind: "proxy", detail: "" }, async () => {
        // Connections that are open let go of it by this value alone; then nothing is left of it.
        const names = Object.values(SETTINGS).map((name) => `settings delete global ${name}`);
        await run(session, boxId, [`settings put global ${SETTINGS.both} :0`, ...names].join("; "));
      });
    },
  };
}

async function requireProxies(session: DeviceSession, hasEgress: boolean): Promise<void> {
  if (!(await session.isVirtual())) return;
  if (!hasEgress) throw new AppError("egress_off");
  throw cannot("apps of a virtual device reach the network without one, as far as the server's operator allows");
}

const cannot = (detail: string) => new AppError("not_possible", { what: "This proxy", detail });
const failed = (sandboxId: string, detail: string) => new AppError("device_failed", { sandboxId, detail });

/** Runs a command and resolves with what it printed. Rejects with device_failed if it ends otherwise than with 0. */
async function run(session: DeviceSession, boxId: string, line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await session.run(line);
  if (exitCode === 0) return Buffer.from(stdout).toString();
  throw failed(boxId, Buffer.from(stderr).toString().trim().slice(0, 500) || `exit code ${exitCode}`);
}

/** Rotations count from how the device is upright: of one that is wider than high then, by a quarter less. */
function orientationOf(rotation: number, { width, height }: Resolution): Orientation {
  const isNaturallyWide = width > height === (rotation % 2 === 0);
  return ORIENTATIONS[(rotation + (isNaturallyWide ? 1 : 0)) % ORIENTATIONS.length] ?? "portrait";
}
