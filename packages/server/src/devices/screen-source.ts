import type { FastifyBaseLogger } from "fastify";
import type { AdbConnection } from "./adb-connection.ts";
import { startPictures } from "./picture-mirror.ts";
import { pushScrcpyServer, type ScrcpyServer } from "./scrcpy-server.ts";
import { BUILT_IN_SERVER, startScrcpy, type StartMirror } from "./screen-mirror.ts";
import { wakeScreen } from "./wake-screen.ts";

/**
 * Such that what comes between two key frames fits into the picture cache (`CACHE_BYTES_MAX`), and that an encoder of a
 * few years ago keeps up with it.
 */
const LIMITS = { maxSizePx: 1280, bitsPerSecond: 2_000_000, keyFrameIntervalS: 2 };
/** The first that a device encodes is taken: what every browser decodes comes first. No profile is ever asked for. */
const CODECS = ["h264", "h265", "av1"] as const;

interface Way {
  name: string;
  start: StartMirror;
}

export interface ScreenSourceParts {
  connection: Pick<AdbConnection, "adb" | "share">;
  /** Whether the device has scrcpy's server built in. */
  hasBuiltInServer: () => Promise<boolean>;
  /** For devices that have none built in; undefined: they show pictures. */
  scrcpyServer: ScrcpyServer | undefined;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
}

/**
 * How a device shows its screen is found out by trying: the server that it has built in, else ours in each codec, else
 * pictures, one after another. What worked is tried first the next time.
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
        if (way !== last) log.info({ way: way.name, failures }, "a device shows its screen");
        last = way;
        return mirror;
      } catch (error) {
        failures.push(`${way.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    log.warn({ failures }, "a device does not show its screen");
    throw new Error(failures.at(-1));
  };
}

function videoWays(connection: ScreenSourceParts["connection"], server: ScrcpyServer): Way[] {
  return CODECS.map((codec) => ({
    name: codec,
    // Pushed each time: whoever uses the device may have emptied the folder.
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
