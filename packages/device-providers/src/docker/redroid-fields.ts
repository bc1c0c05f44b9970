import { z } from "zod";
import type { RedroidSettings } from "../redroid/settings.ts";
import { wholeNumber } from "../template-fields.ts";

/** Template fields of a redroid image, Android in a container. */
export const RedroidFields = z.strictObject({
  privileged: z.literal(
    true,
    "must be true: Android in a container gets all rights on its engine's machine, so give it one of its own",
  ),
  gpu: z.enum(["auto", "guest", "host"], "must be auto, guest or host").default("auto"),
  fps: wholeNumber(1, 120).optional(),
  memfd: z.boolean("must be true or false").default(true),
  bootSeconds: wholeNumber(5, 900).default(100),
  storage: wholeNumber(512, 1_048_576).default(8_192),
});

export const toRedroid = ({ bootSeconds, storage, ...boot }: z.infer<typeof RedroidFields>): RedroidSettings => ({
  ...boot,
  bootTimeoutMs: bootSeconds * 1000,
  storageMb: storage,
});
