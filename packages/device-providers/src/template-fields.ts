import { z } from "zod";
import { type DeviceModel, LINUX_KINDS, type LinuxKind } from "./provider.ts";

/** A whole number in a file of templates. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
}

/** One of several words in a file of templates. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(", ")}`);

/** Fields of devices of every provider. ADB's banner contains the name and uses `:`, `;` and `=` as separators. */
export const COMMON_FIELDS = {
  id: z.string("must be a text").regex(/^[a-z0-9_-]{1,64}$/, "must be 1 to 64 of a-z, 0-9, _ and -"),
  name: z.string("must be a text").regex(/^[^:;=\p{Control}]{1,64}$/u, "must be 1 to 64 characters without : ; ="),
  description: z
    .string("must be a text")
    .regex(/^\P{Control}{1,120}$/u, "must be 1 to 120 characters on one line")
    .optional(),
  cpu: wholeNumber(1, 64),
  memory: wholeNumber(128, 1_048_576),
  screen: z.strictObject({
    width: wholeNumber(120, 4096),
    height: wholeNumber(120, 4096),
    density: wholeNumber(72, 960),
  }),
};

/** Fields of devices that may be other than phones. */
export const KIND_FIELDS = {
  ...COMMON_FIELDS,
  kind: oneOf("phone", ...LINUX_KINDS).optional(),
  screen: COMMON_FIELDS.screen.optional(),
};

/** Number of standby devices. */
export const WARM_FIELDS = { warm: wholeNumber(0, 100).optional() };

/** Fields of devices made from an image. */
export const IMAGE_FIELDS = {
  // In the form of container engines: registry, path, tag and digest.
  image: z
    .string("must be a text")
    .regex(/^[a-z0-9][\w./:@-]{0,254}$/, "must be the name of an image")
    .optional(),
  ...WARM_FIELDS,
};

/** Only Linux without a screen may omit the screen. */
export const hasItsScreen = ({ kind, screen }: { kind?: string | undefined; screen?: object | undefined }): boolean =>
  kind === "linux" || screen !== undefined;
export const MISSING_SCREEN = { path: ["screen"], message: "is missing" };

/** Screen of a device without one, because the value is required everywhere. */
const NO_SCREEN = { width: 1280, height: 800, density: 96 };

interface CommonTemplate {
  name: string;
  kind?: "phone" | LinuxKind | undefined;
  cpu: number;
  memory: number;
  screen?: { width: number; height: number; density: number } | undefined;
}

/** Returns the properties of devices of every provider. */
export function toCommonModel({ name, kind, cpu, memory, screen = NO_SCREEN }: CommonTemplate): DeviceModel {
  const size = { widthPx: screen.width, heightPx: screen.height, densityDpi: screen.density };
  return { name, kind: kind === "phone" ? undefined : kind, cpu, memoryMb: memory, ...size };
}
