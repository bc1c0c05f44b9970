import { closeSync, constants, openSync } from "node:fs";
import { createConnection, Socket, type SocketConstructorOpts } from "node:net";
import path from "node:path";

/** Address of a device's ADB. */
export interface DeviceAddress {
  /** A host, or a socket file on this machine if it begins with a slash; then the port is 0. */
  host: string;
  port: number;
  /**
   * Set if an adb server listens there, with the device of this serial attached. Otherwise the device itself listens.
   */
  serial?: string;
}

/**
 * Starts to connect. The socket reports failures. A socket file's path can have any length, but its address has only
 * about a hundred bytes (unix(7)). The path is therefore addressed through its open folder. `onread` receives the data
 * instead of the socket's own stream.
 */
export function connectTo({ host, port }: DeviceAddress, reading: Pick<SocketConstructorOpts, "onread"> = {}): Socket {
  if (!host.startsWith("/")) return createConnection({ host, port, noDelay: true, keepAlive: true, ...reading });
  let folder;
  try {
    folder = openSync(path.dirname(host), constants.O_RDONLY | constants.O_DIRECTORY);
    // The path is resolved within this call.
    return createConnection({ path: `/proc/self/fd/${folder}/${path.basename(host)}`, ...reading });
  } catch (error) {
    return new Socket().destroy(error instanceof Error ? error : new Error(String(error)));
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
