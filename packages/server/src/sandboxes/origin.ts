import { PhoneClock, PhoneSeed } from "@terrarium/contract/boxes";
import { parsePhoneClock, PHONE_CLOCK_FORM } from "@terrarium/contract/parse-phone-clock";
import type { DeviceProvider, DeviceOrigin } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Template } from "./template-choice.ts";

/** Returns the origin of a phone for a request; undefined if it names neither a seed nor a clock. */
export function originOf(asked: {
  seed?: string | undefined;
  clock?: PhoneClock | undefined;
}): DeviceOrigin | undefined {
  const { seed, clock = "real" } = asked;
  if (seed === undefined && clock === "real") return undefined;
  return { seed, ...(clock !== "real" && { clock: { startMs: Date.parse(clock.start), speed: clock.speed } }) };
}

/** Reads an origin from the texts of a tool. Throws invalid_request. */
export function readOrigin(texts: { seed?: string | undefined; clock?: string | undefined }): DeviceOrigin | undefined {
  const seed = PhoneSeed.optional().safeParse(texts.seed);
  if (seed.error) throw new AppError("invalid_request", { detail: `seed: ${seed.error.issues[0]?.message}` });
  if (texts.clock === undefined) return originOf({ seed: seed.data });
  const clock = PhoneClock.safeParse(parsePhoneClock(texts.clock));
  if (clock.error) throw new AppError("invalid_request", { detail: `clock: ${PHONE_CLOCK_FORM}` });
  return originOf({ seed: seed.data, clock: clock.data });
}

/** Throws not_possible if devices of the template cannot have an origin. */
export function requireOrigin(origin: DeviceOrigin | undefined, { model }: Template, provider: DeviceProvider): void {
  if (origin === undefined) return;
  const unable = `devices of the provider ${provider.name} have their own clock and random values`;
  const detail = provider.originProblem ? provider.originProblem(model) : unable;
  if (detail !== undefined)
    throw new AppError("not_possible", { what: "To start a device with a seed or clock", detail });
}
