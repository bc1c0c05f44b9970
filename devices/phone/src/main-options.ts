import { parseArgs } from "node:util";
import { EGRESS_MODES, type Egress } from "@terrarium/egress/egress";
import { z } from "zod";

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number("must be a whole number")
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
/** Values of the ADB banner, with the separators `:`, `;` and `=`. */
const bannerText = z.string().regex(/^[^:;=\p{Control}]{1,64}$/u, "must be 1 to 64 characters without : ; =");

const optionsSchema = z.object({
  port: wholeNumber(0, 65535),
  data: z.string().min(1),
  host: z.string().min(1).default("127.0.0.1"),
  "authorized-keys": z.array(z.string().min(1)).default([]),
  width: wholeNumber(120, 4096).default(720),
  height: wholeNumber(120, 4096).default(1280),
  density: wholeNumber(72, 960).default(320),
  name: bannerText.default("terrarium_phone"),
  model: bannerText.default("Terrarium Phone"),
  "storage-mb": wholeNumber(16, 1024 * 1024).default(4096),
  // Stops the time of day, for tests.
  clock: z.iso
    .datetime({ offset: true, error: "must be a time such as 2026-03-04T09:41:00Z" })
    .transform((time) => Date.parse(time))
    .optional(),
  egress: z.enum(EGRESS_MODES, `must be one of ${EGRESS_MODES.join(", ")}`).default("off"),
});

export interface MainOptions {
  /** Port to listen on; 0: chosen by the host. */
  port: number;
  dataDir: string;
  hostName: string;
  authorizedKeyFiles: string[];
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  name: string;
  model: string;
  storageBytes: number;
  /** Time of a stopped clock, in epoch milliseconds; undefined if it runs. */
  stoppedAtMs: number | undefined;
  /** Network access of apps. */
  egress: Egress;
}

export const USAGE = `usage: virtual-device --port PORT --data DIR [--host ADDRESS] [--authorized-keys FILE]...
                      [--width PX] [--height PX] [--density DPI] [--name NAME] [--model MODEL] [--storage-mb MB]
                      [--egress off|public|all] [--clock TIME]`;

/** Parses the command line. Throws an Error with a one-line message that names the option. */
export function parseMainOptions(args: string[]): MainOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      port: text,
      data: text,
      host: text,
      "authorized-keys": { type: "string", multiple: true },
      width: text,
      height: text,
      density: text,
      name: text,
      model: text,
      "storage-mb": text,
      egress: text,
      clock: text,
    },
  });
  const parsed = optionsSchema.safeParse(values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    const given = Object.entries(values).find(([key]) => key === name)?.[1];
    throw new Error(given === undefined ? `--${name} is required` : `--${name} "${String(given)}": ${issue?.message}`);
  }
  const options = parsed.data;
  return {
    port: options.port,
    dataDir: options.data,
    hostName: options.host,
    authorizedKeyFiles: options["authorized-keys"],
    widthPx: options.width,
    heightPx: options.height,
    densityDpi: options.density,
    name: options.name,
    model: options.model,
    storageBytes: options["storage-mb"] * 1024 ** 2,
    stoppedAtMs: options.clock,
    egress: options.egress,
  };
}
