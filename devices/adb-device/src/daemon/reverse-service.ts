import type { Duplex } from "node:stream";
import type { DaemonConnection } from "@terrarium/adb/daemon-connection";
import type { DeviceSockets } from "../ports/sockets.ts";

/** Connects a socket and an ADB stream. Each receives all data of the other, then both end. */
export function join(socket: Duplex, stream: Duplex): void {
  socket.pipe(stream);
  stream.pipe(socket);
  // ADB streams close in both directions at once: later data of the device has no reader.
  stream.on("close", () => socket.end(() => socket.destroy()));
  socket.on("close", () => stream.end());
  socket.on("error", () => stream.destroy());
}

const MAX_FORWARDS = 256;

/** Encodes a text after its length in four hexadecimal digits (AOSP adb/adb_io.cpp). */
function protocolString(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, "0") + text;
}

/**
 * `adb reverse`: device sockets with connections forwarded to the client's side. A client's forwards end with its
 * connection. Responses match those of AOSP adb.cpp handle_forward_request on a device.
 */
export class ReverseForwards {
  readonly #sockets: DeviceSockets;
  readonly #connection: DaemonConnection;
  readonly #forwards = new Map<string, { remote: string; stop: () => void }>();
  #ended = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(sockets: DeviceSockets, connection: DaemonConnection) {
    this.#sockets = sockets;
    this.#connection = connection;
    void connection.closed.then(() => this.#end());
  }

  /** Runs the part of the service after `reverse:`, one request after another; returns the response. */
  request(request: string): Promise<string> {
    const answer = this.#last.then(() => this.#answer(request));
    this.#last = answer;
    return answer;
  }

  async #answer(request: string): Promise<string> {
    const forward = /^forward:(norebind:)?([^;]+);(.+)$/.exec(request);
    if (forward) return this.#add(forward[2] ?? "", forward[3] ?? "", forward[1] === undefined);
    if (request === "list-forward") return protocolString(this.#list());
    if (request === "killforward-all") {
      this.#removeAll();
      return "OKAY";
    }
    if (request.startsWith("killforward:")) {
      const local = request.slice("killforward:".length);
      return this.#remove(local) ? "OKAY" : fail(`listener '${local}' not found`);
    }
    return fail(`unknown request "${request}"`);
  }

  async #add(local: string, remote: string, rebind: boolean): Promise<string> {
    if (this.#forwards.has(local)) {
      if (!rebind) return fail("cannot rebind existing socket");
      this.#remove(local);
    }
    if (this.#forwards.size >= MAX_FORWARDS) return fail(`cannot bind listener: more than ${MAX_FORWARDS} forwards`);
    try {
      const { address, stop } = await this.#sockets.listen(local, (socket) => void this.#connect(socket, remote));
      if (this.#ended) stop();
      else this.#forwards.set(address, { remote, stop });
      // Reports the chosen port for port 0 (AOSP adb.cpp, handle_forward_request).
      return local === "tcp:0" ? `OKAY${protocolString(address.slice("tcp:".length))}` : "OKAY";
    } catch (error) {
      return fail(`cannot bind listener: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #connect(socket: Duplex, remote: string): Promise<void> {
    const stream = await this.#connection.open(remote);
    if (stream) join(socket, stream);
    else socket.destroy();
  }

  #list(): string {
    return [...this.#forwards].map(([local, { remote }]) => `(reverse) ${local} ${remote}\n`).join("");
  }

  #remove(local: string): boolean {
    this.#forwards.get(local)?.stop();
    return this.#forwards.delete(local);
  }

  #end(): void {
    this.#ended = true;
    this.#removeAll();
  }

  #removeAll(): void {
    for (const local of this.#forwards.keys()) this.#remove(local);
  }
}

function fail(message: string): string {
  return `FAIL${protocolString(message)}`;
}
