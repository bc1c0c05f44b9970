import type { Picture } from "@terrarium/contract/box-action-fields";
import { ACTION_LIMITS, DEVICE_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";
import { Slots } from "../base/slots.ts";
import type { Mark } from "../pictures/draw.ts";
import { drawPicture } from "../pictures/picture.ts";
import type { ActedOn } from "./acted-on.ts";

/** Where pictures are kept that are answered by address. */
export interface PictureStore {
  /** Answers a storage key. */
  put(sandboxId: string, contentType: "image/png", bytes: Uint8Array): Promise<string>;
  /** Returns the path under which anyone fetches it for so long, while its maker has access. */
  presign(maker: Caller, sandboxId: string, storageKey: string, expiresInMs?: number): Promise<string>;
}

/** How a picture is answered. */
export interface PictureForm {
  outputFormat?: "base64" | "storageKey" | undefined;
  presignedExpiresIn?: number | undefined;
  /** The address under which the caller reaches the server. */
  origin: string;
  caller: Caller;
}

export interface Pictures {
  /**
   * Does some work for which pictures of a device are made. Pixels are large: no more of it goes on for a sandbox at once
   * than ACTION_LIMITS.pictures; what is more is refused with device_busy before anything is done.
   */
  hold<Result>(device: ActedOn, work: () => Promise<Result>): Promise<Result>;
  /** The screen's pixels once, of which several pictures can be made: each with its marks and in the form that is wanted. */
  of(device: ActedOn): Promise<(form: PictureForm, marks?: readonly Mark[]) => Promise<Picture>>;
  /** The screen as a PNG file: a part of it, if that is wanted, as large as the sandbox's scale says. */
  take(device: ActedOn, clip?: Clip): Promise<Uint8Array>;
  answer(device: ActedOn, png: Uint8Array, form: PictureForm): Promise<Picture>;
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
