import type { DeviceModel } from "./provider.ts";

/** Placeholder for the kind (phone, linux, browser or desktop) in the setting that names a provider's images. */
export const KIND_MARK = "{kind}";
/** Images built by `npm run images`. */
export const BUILT_IMAGES = `terrarium/${KIND_MARK}`;

/** The reason for a template without an image. */
export const NO_IMAGE_OF_KIND = `its image setting names only the phone's image: write ${KIND_MARK} in place of the kind`;

/** Returns the image of a template; undefined if the template names none and the setting names only the phone image. */
export function imageFor({ image, kind }: Pick<DeviceModel, "image" | "kind">, setting: string): string | undefined {
  if (image !== undefined) return image;
  if (setting.includes(KIND_MARK)) return setting.replaceAll(KIND_MARK, kind ?? "phone");
  return kind === undefined ? setting : undefined;
}

/** Returns the image of a template. Throws an Error with `NO_IMAGE_OF_KIND` if there is none. */
export function requireImage(model: Pick<DeviceModel, "image" | "kind">, setting: string): string {
  const image = imageFor(model, setting);
  if (image === undefined) throw new Error(NO_IMAGE_OF_KIND);
  return image;
}
