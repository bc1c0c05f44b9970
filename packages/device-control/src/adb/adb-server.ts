import { Adb, AdbBanner, AdbFeature, AdbServerClient, type AdbTransport } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
import type { AdbConnection } from "./adb-connection.ts";
import type { DeviceShare } from "./device-turns.ts";
import { ownSockets } from "./owned-sockets.ts";

/** Our own features. An adb server only forwards streams, so its features do not matter. */
const FEATURES = [
  AdbFeature.ShellV2,
  AdbFeature.Cmd,
  AdbFeature.StatV2,
  AdbFeature.ListV2,
  AdbFeature.FixedPushMkdir,
  AdbFeature.SendReceiveV2,
];

/** Address of an adb server. */
export interface AdbServerAddress {
  host: string;
  port: number;
}

/** A device of an adb server. */
export interface AttachedDevice {
  serial: string;
  /** Whether it can be used. An unauthorized device waits for a person to press "Allow" on it. */
  isReady: boolean;
}

const clientOf = ({ host, port }: AdbServerAddress): AdbServerClient =>
  new AdbServerClient(new AdbServerNodeTcpConnector({ host, port }));

/** Lists the devices of an adb server, like `adb devices`. */
export async function listAttachedDevices(server: AdbServerAddress): Promise<AttachedDevice[]> {
  const devices = await clientOf(server).getDevices(["device", "unauthorized", "offline"]);
  return devices.map(({ serial, state }) => ({ serial, isReady: state === "device" }));
}

/**
 * Connects to a device through its adb server, which authenticates with its own key. Each stream is a separate
 * connection to the server (AOSP adb/SERVICES.TXT, `host:tport:serial` and `host:transport-id`).
 */
export async function connectThroughServer(
  server: AdbServerAddress,
  serial: string,
  share: DeviceShare,
): Promise<AdbConnection> {
  const client = clientOf(server);
  const { transportId, features } = await client.getDeviceFeatures({ serial });
  const waiting = new AbortController();
  const over = Promise.withResolvers<string>();
  const disconnected = client.waitForDisconnect(transportId, { unref: true, signal: waiting.signal });
  disconnected.then(
    () => over.resolve("it was detached"),
    (error: unknown) => over.resolve(error instanceof Error ? error.message : String(error)),
  );
  const sockets = new Set<AdbServerClient.Socket>();
  // Tango's own transport would keep every socket ever opened.
  const transport: AdbTransport = {
    serial,
    maxPayloadSize: 1_048_576,
    banner: new AdbBanner("device", undefined, undefined, undefined, features),
    disconnected: over.promise.then(() => undefined),
    clientFeatures: FEATURES,
    async connect(service) {
      const socket = await client.createDeviceConnection({ transportId }, service);
      sockets.add(socket);
      const forget = () => sockets.delete(socket);
      socket.closed.then(forget, forget);
      return socket;
    },
    addReverseTunnel: noReverse,
    removeReverseTunnel: noReverse,
    clearReverseTunnels: noReverse,
    close: () => waiting.abort(),
  };
  return {
    adb: new Adb(ownSockets(transport, share)),
    share,
    closed: over.promise,
    close() {
      waiting.abort();
      over.resolve("it was closed here");
      for (const socket of sockets) void Promise.resolve(socket.close()).catch(() => undefined);
    },
  };
}

function noReverse(): never {
  throw new Error("the server connects to an ADB server's devices; they cannot connect to it");
}
