import type { DeviceModel } from "./provider.ts";

/** Stands, in the setting that names a provider's images, for what is in one: phone, linux, browser or desktop. */
export const KIND_MARK = "{kind}";
/** The images of `npm run images`. */
export const BUILT_IMAGES = `terrarium/${KIND_MARK}`;

/** What is told of a template for which `imageFor` knows no image. */
export const NO_IMAGE_OF_KIND = `the setting of its image names that of phones alone: write ${KIND_MARK} in it, where the kind stands`;

/** The image of a template; undefined if it names none and the setting names that of phones alone. */
export function imageFor({ image, kind }: Pick<DeviceModel, "image" | "kind">, setting: string): string | undefined {
  if (image !== undefined) return image;
  if (setting.includes(KIND_MARK)) return setting.replaceAll(KIND_MARK, kind ?? "phone");
  return kind === undefined ? setting : undefined;
}

/** The same. Throws an Error with `NO_IMAGE_OF_KIND` where there is none. */
export function requireImage(model: Pick<DeviceModel, "image" | "kind">, setting: string): string {
  const image = imageFor(model, setting);
  if (image === undefined) throw new Error(NO_IMAGE_OF_KIND);
  return image;
}
