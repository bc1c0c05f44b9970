import { promisify } from "node:util";
import { crc32, gunzip, gzip } from "node:zlib";
import { KEPT_LOG_BYTES } from "@terrarium/contract/boxes";
import type { FastifyBaseLogger } from "fastify";
import { withDeadline } from "../base/deadline.ts";
import type { DeviceSession, DeviceSessions, DeviceTarget } from "../devices/device-session.ts";
import { takePicture, type Thumbnail } from "../pictures/picture.ts";
import type { KeepsakeStore } from "./store.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A device that is about to end is waited for so long, and no more are asked at once. */
const PATIENCE_MS = 4_000;
const LANES = 3;
const KEPT_PER_TEAM = { frame: 200, log: 1_000 };
/** A picture of this size is no thumbnail. */
const FRAME_MAX_BYTES = 400_000;
const LOG_LINES = 1_000;
const LOG_COMMAND = `logcat -d -v threadtime -t ${LOG_LINES}`;
/** Pictures of devices that somebody looked at, in case they end by themselves. */
const SEEN_MAX = 100;

/** What is kept of sandboxes that have ended, as long as they are listed: the last frame and the end of the log. */
export interface Keepsakes {
  /** Notes what a device's screen showed last. */
  see(sandboxId: string, picture: Thumbnail): void;
  /** Keeps what there is: of a device that still answers the frame and the log of now. Never rejects; takes 4 s at most. */
  keep(sandboxId: string, target: DeviceTarget | undefined): Promise<void>;
  frame(sandboxId: string): Promise<Thumbnail | undefined>;
  log(sandboxId: string): Promise<string | undefined>;
}

export interface KeepsakeParts {
  store: KeepsakeStore;
  devices: Pick<DeviceSessions, "get">;
  log: Pick<FastifyBaseLogger, "warn">;
}

interface Look {
  picture?: Thumbnail | undefined;
  text?: string | undefined;
}
const NOTHING: Look = {};

export function createKeepsakes(
  { store, devices, log }: KeepsakeParts,
  clock: () => number = Date.now,
  patienceMs = PATIENCE_MS,
): Keepsakes {
  const seen = new Map<string, Thumbnail>();
  const lanes = Array.from({ length: LANES }, () => Promise.resolve());
  let next = 0;

  /** What a device shows and says now; either may fail by itself. */
  async function look(target: DeviceTarget): Promise<Look> {
    const session = await devices.get(target);
    const [picture, text] = await Promise.allSettled([takePicture(session, undefined), readLog(session, patienceMs)]);
    return { picture: valueOf(picture), text: valueOf(text) };
  }

  /** The same when a lane is free. Rejects if that, or the device, takes too long. */
  async function lookInLane(target: DeviceTarget): Promise<Look> {
    const lane = next++ % LANES;
    const turn = lanes[lane] ?? Promise.resolve();
    let isLate = false;
    const looking = turn.then(() => (isLate ? NOTHING : withDeadline(patienceMs, "a last look", () => look(target))));
    lanes[lane] = looking.then(noop, noop);
    try {
      return await withDeadline(patienceMs, "a last look", () => looking);
    } finally {
      isLate = true;
    }
  }

  async function keep(sandboxId: string, target: DeviceTarget | undefined): Promise<void> {
    const { picture = seen.get(sandboxId), text } =
      target === undefined ? NOTHING : await lookInLane(target).catch(() => NOTHING);
    const frame = picture !== undefined && picture.png.length <= FRAME_MAX_BYTES ? picture.png : undefined;
    if (frame === undefined && text === undefined) return;
    const keepsake = {
      sandboxId,
      frame: frame === undefined ? null : Buffer.from(frame).toString("base64"),
      log: text === undefined ? null : (await compress(text)).toString("base64"),
    };
    await store.save(keepsake, clock(), KEPT_PER_TEAM);
  }

  return {
    see(sandboxId, picture) {
      seen.delete(sandboxId);
      seen.set(sandboxId, picture);
      const [oldest] = seen.keys();
      if (seen.size > SEEN_MAX && oldest !== undefined) seen.delete(oldest);
    },

    async keep(sandboxId, target) {
      try {
        await keep(sandboxId, target);
      } catch (error) {
        // A sandbox ends all the same, on a full disk too.
        log.warn({ err: error, sandboxId }, "nothing was kept of a sandbox that ends");
      } finally {
        seen.delete(sandboxId);
      }
    },

    async frame(sandboxId) {
      const frame = await store.frame(sandboxId);
      if (frame === undefined) return undefined;
      const png = Buffer.from(frame, "base64");
      return { png, version: crc32(png).toString(36) };
    },

    async log(sandboxId) {
      const kept = await store.log(sandboxId);
      return kept === undefined ? undefined : (await decompress(Buffer.from(kept, "base64"))).toString();
    },
  };
}

/** The last lines of a device's log. */
async function readLog(session: DeviceSession, timeoutMs: number): Promise<string> {
  const { stdout } = await session.run(LOG_COMMAND, { timeoutMs });
  const lines = Buffer.from(stdout);
  if (lines.length <= KEPT_LOG_BYTES) return lines.toString();
  const tail = lines.subarray(-KEPT_LOG_BYTES);
  return tail.subarray(tail.indexOf("\n") + 1).toString();
}

const valueOf = <T>(outcome: PromiseSettledResult<T>): T | undefined =>
  outcome.status === "fulfilled" ? outcome.value : undefined;

const noop = (): void => {};
