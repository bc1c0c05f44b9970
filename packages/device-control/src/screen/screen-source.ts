import type { FastifyBaseLogger } from "fastify";
import type { AdbConnection } from "../adb/adb-connection.ts";
import { startPictures } from "./picture-mirror.ts";
import { pushScrcpyServer, type ScrcpyServer } from "./scrcpy-server.ts";
import { BUILT_IN_SERVER, startScrcpy, type StartMirror } from "./screen-mirror.ts";
import { wakeScreen } from "./wake-screen.ts";

/**
 * Limits so that the data between two key frames fits into the cache (`CACHE_BYTES_MAX`), and an encoder of a few years
 * ago can keep up.
 */
const LIMITS = { maxSizePx: 1280, bitsPerSecond: 2_000_000, keyFrameIntervalS: 2 };
/**
 * Codecs by preference; the first one that a device encodes is used. All browsers decode the first. No profile is ever
 * requested.
 */
const CODECS = ["h264", "h265", "av1"] as const;

interface Way {
  name: string;
  start: StartMirror;
}

export interface ScreenSourceParts {
  connection: Pick<AdbConnection, "adb" | "share">;
  /** Resolves with whether the device has a built-in scrcpy server. */
  hasBuiltInServer: () => Promise<boolean>;
  /** Server for devices without a built-in one. Undefined: they show screenshots. */
  scrcpyServer: ScrcpyServer | undefined;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}

/**
 * Finds the way to show a device's screen by trial: its built-in server, or else our server in each codec, then
 * screenshots. The successful way is tried first the next time.
 */
export function createScreenSource({
  connection,
  hasBuiltInServer,
  scrcpyServer,
  log,
}: ScreenSourceParts): StartMirror {
  const { adb } = connection;
  const ways = [...(scrcpyServer ? videoWays(connection, scrcpyServer) : []), pictureWay(connection)];
  let last: Way | undefined;

  return async (events) => {
    if (await hasBuiltInServer()) return startScrcpy(connection, events, BUILT_IN_SERVER);
    await wakeScreen(adb);
    const failures: string[] = [];
    for (const way of last ? [last, ...ways.filter((other) => other !== last)] : ways) {
      try {
        const mirror = await way.start(events);
        if (way !== last) log.info({ way: way.name, failures }, "device screen connected");
        last = way;
        return mirror;
      } catch (error) {
        failures.push(`${way.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    log.warn({ failures }, "device screen unavailable");
    throw new Error(failures.at(-1));
  };
}

function videoWays(connection: ScreenSourceParts["connection"], server: ScrcpyServer): Way[] {
  return CODECS.map((codec) => ({
    name: codec,
    // Copied each time, because the device's user may have deleted it.
    start: async (events) =>
      startScrcpy(connection, events, {
        path: await pushScrcpyServer(connection.adb, server),
        version: server.version,
        codec,
        limits: LIMITS,
      }),
  }));
}

const pictureWay = ({ adb }: ScreenSourceParts["connection"]): Way => ({
  name: "pictures",
  start: (events) => startPictures(adb, events),
});
