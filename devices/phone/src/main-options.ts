import { parseArgs } from "node:util";
import { EGRESS_MODES, type Egress } from "@terrarium/egress/egress";
import { MAX_CLOCK_SPEED, type ClockSettings } from "@terrarium/phone-system/create-clock";
import { DEFAULT_SCREEN_ENCODER, SCREEN_ENCODERS, type ScreenEncoderName } from "@terrarium/scrcpy/screen-encoders";
import { z } from "zod";

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number("must be a whole number")
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
/** Values of the ADB banner, with the separators `:`, `;` and `=`. */
const bannerText = z.string().regex(/^[^:;=\p{Control}]{1,64}$/u, "must be 1 to 64 characters without : ; =");

/** Longest seed. */
const MAX_SEED_CHARS = 128;

const optionsSchema = z.object({
  port: wholeNumber(0, 65535),
  data: z.string().min(1),
  host: z.string().min(1).default("127.0.0.1"),
  "authorized-keys": z.array(z.string().min(1)).default([]),
  width: wholeNumber(120, 4096).default(720),
  height: wholeNumber(120, 4096).default(1600),
  density: wholeNumber(72, 960).default(320),
  name: bannerText.default("terrarium_phone"),
  model: bannerText.default("Terrarium Phone"),
  "storage-mb": wholeNumber(16, 1024 * 1024).default(4096),
  // Without a speed, the time of day is stopped, for tests.
  clock: z.iso
    .datetime({ offset: true, error: "must be a time such as 2026-03-04T09:41:00Z" })
    .transform((time) => Date.parse(time))
    .optional(),
  "clock-speed": z.coerce
    .number("must be a number")
    .min(0, "must be at least 0")
    .max(MAX_CLOCK_SPEED, `must be at most ${MAX_CLOCK_SPEED}`)
    .optional(),
  seed: z.string().min(1).max(MAX_SEED_CHARS, `must have at most ${MAX_SEED_CHARS} characters`).optional(),
  egress: z.enum(EGRESS_MODES, `must be one of ${EGRESS_MODES.join(", ")}`).default("off"),
  "screen-encoder": z
    .enum(SCREEN_ENCODERS, `must be one of ${SCREEN_ENCODERS.join(", ")}`)
    .default(DEFAULT_SCREEN_ENCODER),
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
  clock: ClockSettings;
  /** Random values follow from it; undefined: they are unpredictable. */
  seed: string | undefined;
  /** Network access of apps. */
  egress: Egress;
  screenEncoder: ScreenEncoderName;
}

export const USAGE = `usage: virtual-device --port PORT --data DIR [--host ADDRESS] [--authorized-keys FILE]...
                      [--width PX] [--height PX] [--density DPI] [--name NAME] [--model MODEL] [--storage-mb MB]
                      [--egress off|public|all] [--screen-encoder auto|openh264|x264] [--clock TIME]
                      [--clock-speed SPEED] [--seed TEXT]`;

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
      "screen-encoder": text,
      clock: text,
      "clock-speed": text,
      seed: text,
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
    clock: clockOf(options.clock, options["clock-speed"]),
    seed: options.seed,
    egress: options.egress,
    screenEncoder: options["screen-encoder"],
  };
}

function clockOf(timeMs: number | undefined, speed: number | undefined): ClockSettings {
  if (speed !== undefined) {
    if (timeMs === undefined) throw new Error("--clock-speed needs --clock");
    return { kind: "own", startMs: timeMs, speed };
  }
  return timeMs === undefined ? { kind: "real" } : { kind: "stopped", atMs: timeMs };
}
