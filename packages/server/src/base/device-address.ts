import { closeSync, constants, openSync } from "node:fs";
import { createConnection, Socket, type SocketConstructorOpts } from "node:net";
import path from "node:path";

/** Where a device answers ADB. */
export interface DeviceAddress {
  /** Or, if it begins with a slash, the socket file on this machine at which it does; then the port is 0. */
  host: string;
  port: number;
  /** Given if an adb server listens there, to which the device of this serial is attached; else the device itself does. */
  serial?: string;
}

/**
 * Begins to connect; what fails is told by the socket. The path of a socket file is as long as paths may be, while its
 * address has some hundred bytes (unix(7)): the system finds it by its open folder. `onread` takes what is read in place
 * of the socket's own stream.
 */
export function connectTo({ host, port }: DeviceAddress, reading: Pick<SocketConstructorOpts, "onread"> = {}): Socket {
  if (!host.startsWith("/")) return createConnection({ host, port, noDelay: true, keepAlive: true, ...reading });
  let folder;
  try {
    folder = openSync(path.dirname(host), constants.O_RDONLY | constants.O_DIRECTORY);
    // It is looked up within this call.
    return createConnection({ path: `/proc/self/fd/${folder}/${path.basename(host)}`, ...reading });
  } catch (error) {
    return new Socket().destroy(error instanceof Error ? error : new Error(String(error)));
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
