import { closeSync, constants, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import type { Clock } from "@terrarium/phone-system/clock";
import { createClock, shareClock, type ClockSettings, type SharedClock } from "@terrarium/phone-system/create-clock";
import { hostNowMs } from "@terrarium/phone-system/host-time";
import { createRandom, shareRandom, type Random, type SharedRandom } from "@terrarium/phone-system/random";
import { z } from "zod";

/** Name of the file with everything from which the phone's time and random values follow. */
const ORIGIN_FILE = "origin.json";

const originSchema = z.object({
  seed: z.string().optional(),
  clock: z.object({ kind: z.literal("own"), startMs: z.number(), speed: z.number() }).optional(),
  createdAtHostMs: z.number(),
  /** Number of starts. Each start has its own random values. */
  starts: z.number(),
});
type StoredOrigin = z.infer<typeof originSchema>;

/** Options of a new phone. */
interface OriginOptions {
  seed: string | undefined;
  clock: ClockSettings;
}

/** The phone's time, random values and identity. */
export interface Origin {
  clock: Clock;
  sharedClock: SharedClock;
  random: Random;
  /** Random values of the shell's thread. */
  shellRandom: SharedRandom;
  serial: string;
  /** Whether this is the first start of a phone with a clock of its own. */
  isNew: boolean;
  close(): void;
}

/** Whether a new phone stores its origin. */
export function hasOrigin({ seed, clock }: OriginOptions): boolean {
  return seed !== undefined || clock.kind === "own";
}

/**
 * Opens the phone's time and random values. The settings of its first start apply also to later ones. Phones without a
 * seed and a clock of their own store only their serial number.
 */
export function openOrigin(dataDir: string, options: OriginOptions): Origin {
  const { clock } = options;
  const stored = openStored(dataDir, options);
  const own = stored?.clock;
  const time = own?.speed === 0 ? openTime(join(dataDir, "time")) : undefined;
  const sharedClock = shareClock(own ?? clock, stored?.createdAtHostMs ?? 0, time?.lastMs);
  const phoneClock: Clock = createClock(sharedClock, () => time?.keep(phoneClock.nowMs()));
  const start = String(stored?.starts ?? 1);
  return {
    clock: phoneClock,
    sharedClock,
    random: createRandom(shareRandom(stored?.seed, "system", start)),
    shellRandom: shareRandom(stored?.seed, "shell", start),
    serial: serialNumber(dataDir, createRandom(shareRandom(stored?.seed, "serial"))),
    isNew: own !== undefined && stored?.starts === 1,
    close: () => time?.close(),
  };
}

function openStored(dataDir: string, options: OriginOptions): StoredOrigin | undefined {
  const { seed, clock } = options;
  const file = new JsonFile(join(dataDir, ORIGIN_FILE), originSchema, () => undefined);
  const own = clock.kind === "own" ? clock : undefined;
  const known = file.read();
  if (!known && !hasOrigin(options)) return undefined;
  const now: StoredOrigin = known
    ? { ...known, starts: known.starts + 1 }
    : { ...(seed !== undefined && { seed }), ...(own && { clock: own }), createdAtHostMs: hostNowMs(), starts: 1 };
  file.write(now);
  return now;
}

/**
 * Opens the file with the time of a phone on which time passes only with actions. The time is written in place, so a
 * killed phone continues at its last action.
 */
function openTime(path: string): { lastMs: number | undefined; keep: (nowMs: number) => void; close: () => void } {
  const bytes = Buffer.alloc(Float64Array.BYTES_PER_ELEMENT);
  let file: number | undefined = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const lastMs = readSync(file, bytes, 0, bytes.length, 0) === bytes.length ? bytes.readDoubleLE() : undefined;
  return {
    lastMs,
    keep: (nowMs) => {
      if (file === undefined) return;
      bytes.writeDoubleLE(nowMs);
      writeSync(file, bytes, 0, bytes.length, 0);
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Returns the device's serial number, stored at its first start. */
function serialNumber(dataDir: string, random: Random): string {
  const path = join(dataDir, "serial");
  try {
    const known = readFileSync(path, "utf8").trim();
    if (known !== "") return known;
  } catch {
    // This is the first start.
  }
  const serial = `TERRA${Buffer.from(random.bytes(4)).toString("hex").toUpperCase()}`;
  writeFileSync(path, `${serial}\n`);
  return serial;
}
