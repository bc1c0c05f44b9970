import { crc32 } from "node:zlib";
import type { DeviceSession, DeviceSessions } from "../devices/device-session.ts";
import type { Caller } from "../http/caller.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";
import { encodePng } from "./png.ts";
import { shrink } from "./shrink.ts";

/** As wide as this or somewhat wider: a tile on a screen of high density. */
const LEAST_WIDTH_PX = 240;
/** Everybody who asks within this time sees the same picture. */
const FRESH_MS = 500;

interface Thumbnail {
  png: Uint8Array;
  /** The same for the same picture. */
  version: string;
}

export interface Thumbnails {
  /** A small picture of a running sandbox's screen. Throws sandbox_not_found, sandbox_not_running, device_failed. */
  get(caller: Caller, sandboxId: string): Promise<Thumbnail>;
}

interface Taken {
  atMs: number;
  picture: Promise<Thumbnail>;
}

export function createThumbnails(
  { sandboxes, devices }: { sandboxes: Pick<SandboxAccess, "requireDevice">; devices: Pick<DeviceSessions, "get"> },
  clock: () => number = Date.now,
): Thumbnails {
  /** By session, so that they are forgotten with it. */
  const taken = new WeakMap<DeviceSession, Taken>();

  return {
    async get(caller, sandboxId) {
      const session = await devices.get(await sandboxes.requireDevice(caller, sandboxId));
      const last = taken.get(session);
      if (last !== undefined && clock() - last.atMs < FRESH_MS) return last.picture;
      const picture = take(session, last?.picture);
      taken.set(session, { atMs: clock(), picture });
      picture.catch(() => taken.delete(session));
      return picture;
    },
  };
}

/** Takes a picture; one that shows what the last one showed is that one. */
async function take(session: DeviceSession, last: Promise<Thumbnail> | undefined): Promise<Thumbnail> {
  const pixels = await session.screenPixels();
  const version = crc32(pixels.rgba).toString(36);
  const known = await last?.catch(() => undefined);
  if (known?.version === version) return known;
  const by = Math.max(1, Math.floor(Math.min(pixels.widthPx, pixels.heightPx) / LEAST_WIDTH_PX));
  return { version, png: await encodePng(shrink(pixels, by)) };
}
