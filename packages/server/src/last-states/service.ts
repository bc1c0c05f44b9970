import { promisify } from "node:util";
import { crc32, gunzip, gzip } from "node:zlib";
import { KEPT_LOG_BYTES } from "@terrarium/contract/boxes";
import type { DeviceSession, DeviceSessions, DeviceTarget } from "@terrarium/device-control/device/device-session";
import { takePicture, type Thumbnail } from "@terrarium/device-control/pictures/picture";
import { withDeadline } from "@terrarium/platform/base/deadline";
import type { FastifyBaseLogger } from "fastify";
import type { LastStateStore } from "./store.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Timeout for reading an ending device, and the limit of concurrent reads. */
const PATIENCE_MS = 4_000;
const LANES = 3;
const KEPT_PER_TEAM = { frame: 200, log: 1_000 };
/** Limit of a thumbnail's size. */
const FRAME_MAX_BYTES = 400_000;
const LOG_LINES = 1_000;
const LOG_COMMAND = `logcat -d -v threadtime -t ${LOG_LINES}`;
/** Limit of stored images of viewed devices, in case these end by themselves. */
const SEEN_MAX = 100;

/** Last frame and end of the log of ended sandboxes, kept while these are listed. */
export interface LastStates {
  /** Stores the last image of a device's screen. */
  see(sandboxId: string, picture: Thumbnail): void;
  /** Saves what is available: the current frame and log of a responding device. Never rejects; takes 4 s at most. */
  keep(sandboxId: string, target: DeviceTarget | undefined): Promise<void>;
  frame(sandboxId: string): Promise<Thumbnail | undefined>;
  log(sandboxId: string): Promise<string | undefined>;
}

export interface LastStatesParts {
  store: LastStateStore;
  devices: Pick<DeviceSessions, "get">;
  log: Pick<FastifyBaseLogger, "warn">;
}

interface Look {
  picture?: Thumbnail | undefined;
  text?: string | undefined;
}
const NOTHING: Look = {};

export function createLastStates(
  { store, devices, log }: LastStatesParts,
  clock: () => number = Date.now,
  patienceMs = PATIENCE_MS,
): LastStates {
  const seen = new Map<string, Thumbnail>();
  const lanes = Array.from({ length: LANES }, () => Promise.resolve());
  let next = 0;

  /** Reads a device's current screen and log. Either may fail independently. */
  async function look(target: DeviceTarget): Promise<Look> {
    const session = await devices.get(target);
    const [picture, text] = await Promise.allSettled([takePicture(session, undefined), readLog(session, patienceMs)]);
    return { picture: valueOf(picture), text: valueOf(text) };
  }

  /** Reads a device when a lane is free. Rejects if the lane or the device takes too long. */
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
        // The sandbox ends all the same, also on a full disk.
        log.warn({ err: error, sandboxId }, "failed to keep an ending sandbox's last frame and log");
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

/** Returns the last lines of a device's log. */
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
