import { duplexPair, type Duplex } from "node:stream";

/**
 * The device's abstract socket namespace (Linux `@name`; ADB's `localabstract:name`): scrcpy's server and the
 * debug bridge meet here. Nothing of it exists outside the process.
 */
export class AbstractSockets {
  readonly #listeners = new Map<string, (connection: Duplex) => void>();

  /** Listens on a name; returns the function that stops listening. Throws if the name is taken. */
  listen(name: string, onConnection: (connection: Duplex) => void): () => void {
    if (this.#listeners.has(name)) throw new Error(`abstract socket "${name}" is already in use`);
    this.#listeners.set(name, onConnection);
    return () => {
      if (this.#listeners.get(name) === onConnection) this.#listeners.delete(name);
    };
  }

  /** Connects to a name; returns our end of the byte stream, or undefined if nobody listens there. */
  connect(name: string): Duplex | undefined {
    const onConnection = this.#listeners.get(name);
    if (!onConnection) return undefined;
    const [ours, theirs] = duplexPair();
    onConnection(theirs);
    return ours;
  }
}
