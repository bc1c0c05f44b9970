import { duplexPair, type Duplex } from "node:stream";
import type { DeviceSockets } from "./ports/sockets.ts";
import { parseSocketAddress } from "./socket-address.ts";

const FIRST_FREE_PORT = 32_768;

/** Returns an address in canonical form, for example `tcp:8080`; undefined for any other kind. */
function socketAddress(text: string): string | undefined {
  const address = parseSocketAddress(text);
  return address && `${address.kind}:${address.name}`;
}

/** Sockets of a device within a single process: the device's TCP ports are not ports of the host. */
export class VirtualSockets implements DeviceSockets {
  readonly #listeners = new Map<string, (connection: Duplex) => void>();

  /**
   * Listens at an address such as `localabstract:scrcpy`; `tcp:0` uses a free port. Returns the address, and a function
   * that stops listening. Throws if the address is invalid or in use.
   */
  listen(text: string, onConnection: (connection: Duplex) => void): { address: string; stop: () => void } {
    const wanted = socketAddress(text);
    if (wanted === undefined) throw new Error(`"${text}" is no address to listen at`);
    const address = wanted === "tcp:0" ? this.#freePort() : wanted;
    if (this.#listeners.has(address)) throw new Error(`"${address}" is already in use`);
    this.#listeners.set(address, onConnection);
    const stop = () => {
      if (this.#listeners.get(address) === onConnection) this.#listeners.delete(address);
    };
    return { address, stop };
  }

  /** Connects to an address; returns the caller's end of the byte stream, or undefined if there is no listener. */
  connect(text: string): Duplex | undefined {
    const onConnection = this.#listeners.get(socketAddress(text) ?? "");
    if (!onConnection) return undefined;
    const [ours, theirs] = duplexPair();
    onConnection(theirs);
    return ours;
  }

  #freePort(): string {
    let port = FIRST_FREE_PORT;
    while (this.#listeners.has(`tcp:${port}`)) port += 1;
    return `tcp:${port}`;
  }
}
