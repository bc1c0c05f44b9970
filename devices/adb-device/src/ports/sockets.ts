import type { Duplex } from "node:stream";

interface Listening {
  /** The listening address in canonical form, for example `tcp:8080`. */
  address: string;
  stop: () => void;
}

/** The device's sockets, shared by the scrcpy server, `adb forward`, `adb reverse` and the device's programs. */
export interface DeviceSockets {
  /**
   * Listens at an address such as `localabstract:scrcpy`; `tcp:0` uses a free port. Throws or rejects if the address is
   * invalid or in use.
   */
  listen(text: string, onConnection: (connection: Duplex) => void): Listening | Promise<Listening>;
  /**
   * Connects to an address; returns the caller's end of the byte stream, or undefined if there is no listener. Returns
   * undefined synchronously, not as a promise, for a text that is not a socket address.
   */
  connect(text: string): Duplex | undefined | Promise<Duplex | undefined>;
}
