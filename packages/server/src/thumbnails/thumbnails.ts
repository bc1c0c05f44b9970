import { requireScreen } from "@terrarium/device-control/access/kinds";
import type { DeviceSession, DeviceSessions } from "@terrarium/device-control/device/device-session";
import { takePicture, type Thumbnail } from "@terrarium/device-control/pictures/picture";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { LastStates } from "../last-states/service.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";

/** Time for which all requests get the same image. */
const FRESH_MS = 500;

export interface Thumbnails {
  /**
   * Returns a thumbnail of a sandbox's current screen, or of its last one if it has ended. Throws sandbox_not_found,
   * sandbox_not_running, device_failed.
   */
  get(caller: Caller, sandboxId: string): Promise<Thumbnail>;
}

interface Taken {
  atMs: number;
  picture: Promise<Thumbnail>;
  isUnderWay: boolean;
}

export interface ThumbnailParts {
  sandboxes: Pick<SandboxAccess, "requireDevice">;
  devices: Pick<DeviceSessions, "get">;
  lastStates: Pick<LastStates, "see" | "frame">;
}

export function createThumbnails(
  { sandboxes, devices, lastStates }: ThumbnailParts,
  clock: () => number = Date.now,
): Thumbnails {
  /** Keyed by session, so that entries are freed with it. */
  const taken = new WeakMap<DeviceSession, Taken>();

  async function now(session: DeviceSession, sandboxId: string): Promise<Thumbnail> {
    const last = taken.get(session);
    if (last !== undefined && (last.isUnderWay || clock() - last.atMs < FRESH_MS)) return last.picture;
    const next: Taken = { atMs: clock(), picture: takePicture(session, last?.picture), isUnderWay: true };
    taken.set(session, next);
    try {
      const seen = await next.picture;
      next.isUnderWay = false;
      lastStates.see(sandboxId, seen);
      return seen;
    } catch (error) {
      taken.delete(session);
      throw error;
    }
  }

  return {
    async get(caller, sandboxId) {
      try {
        const target = requireScreen(await sandboxes.requireDevice(caller, sandboxId, "look"), "A picture");
        return await now(await devices.get(target), sandboxId);
      } catch (error) {
        const isOver = error instanceof AppError && error.code === "sandbox_not_running";
        const kept = isOver ? await lastStates.frame(sandboxId) : undefined;
        if (kept === undefined) throw error;
        return kept;
      }
    },
  };
}
