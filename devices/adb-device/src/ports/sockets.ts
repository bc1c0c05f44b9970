import type { Duplex } from "node:stream";

interface Listening {
  /** Where it listens, as all who name the place write it, for example `tcp:8080`. */
  address: string;
  stop: () => void;
}

/** The sockets of the device, where the screen mirror's server, `adb forward` and `adb reverse` meet its programs. */
export interface DeviceSockets {
  /**
   * Listens at an address such as `localabstract:scrcpy`; `tcp:0` takes a free port. Throws or rejects if the address is
   * taken or is none.
   */
  listen(text: string, onConnection: (connection: Duplex) => void): Listening | Promise<Listening>;
  /**
   * Connects to an address; gives our end of the byte stream, or undefined if nobody listens there. A text that is no
   * address of a socket gives undefined at once, without a promise.
   */
  connect(text: string): Duplex | undefined | Promise<Duplex | undefined>;
}
