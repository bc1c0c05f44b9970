import type { Picture } from "@terrarium/contract/box-action-fields";
import { ACTION_LIMITS, DEVICE_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { Slots } from "@terrarium/platform/base/slots";
import type { Mark } from "../pictures/draw.ts";
import { drawPicture } from "../pictures/picture.ts";
import type { ActionDevice } from "./action-device.ts";

/** Storage for screenshots that are returned by URL. */
export interface PictureStore {
  /** Returns a storage key. */
  put(sandboxId: string, contentType: "image/png", bytes: Uint8Array): Promise<string>;
  /** Returns a path by which anyone can fetch it for this time, while its maker has access. */
  presign(maker: Caller, sandboxId: string, storageKey: string, expiresInMs?: number): Promise<string>;
}

/** Form of a screenshot in a response. */
export interface PictureForm {
  outputFormat?: "base64" | "storageKey" | undefined;
  presignedExpiresIn?: number | undefined;
  /** The address by which the caller reaches the server. */
  origin: string;
  caller: Caller;
}

export interface Pictures {
  /**
   * Runs work that makes screenshots of a device. Pixels need much memory, so a sandbox runs at most
   * ACTION_LIMITS.pictures of it at once. Throws device_busy beyond that, before any work starts.
   */
  hold<Result>(device: ActionDevice, work: () => Promise<Result>): Promise<Result>;
  /** Captures the screen's pixels once, for several screenshots: each with its marks and in its form. */
  of(device: ActionDevice): Promise<(form: PictureForm, marks?: readonly Mark[]) => Promise<Picture>>;
  /** Captures the screen, or a part of it, as a PNG file in the sandbox's scale. */
  take(device: ActionDevice, clip?: Clip): Promise<Uint8Array>;
  answer(device: ActionDevice, png: Uint8Array, form: PictureForm): Promise<Picture>;
}

/** In pixels of the screen. */
interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function createPictures(store: PictureStore): Pictures {
  const held = new Slots(ACTION_LIMITS.pictures);

  const pictures: Pictures = {
    async hold({ sandboxId }, work) {
      const release = held.take(sandboxId);
      if (!release)
        throw new AppError("device_busy", { sandboxId, retryAfterSeconds: DEVICE_LIMITS.retryAfterSeconds });
      try {
        return await work();
      } finally {
        release();
      }
    },

    async of(device) {
      const pixels = await device.session.screenPixels();
      return async (form, marks = []) =>
        pictures.answer(device, await drawPicture({ pixels, marks, clip: undefined, scale: device.scale }), form);
    },

    async take(device, clip) {
      if (clip === undefined && device.scale === 1) return device.session.screenshotPng();
      const pixels = await device.session.screenPixels();
      return drawPicture({ pixels, marks: [], clip, scale: device.scale });
    },

    async answer({ sandboxId }, png, { outputFormat, presignedExpiresIn, origin, caller }) {
      if (outputFormat !== "storageKey") return { uri: `data:image/png;base64,${Buffer.from(png).toString("base64")}` };
      const uri = await store.put(sandboxId, "image/png", png);
      const path = await store.presign(caller, sandboxId, uri, presignedExpiresIn);
      return { uri, presignedUrl: new URL(path, origin).href };
    },
  };
  return pictures;
}
