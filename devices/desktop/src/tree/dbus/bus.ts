import { connect, type Socket } from "node:net";
import { decodeMessage, encodeCall, messageBytes, MESSAGE_TYPES, type Call, type Message } from "./wire.ts";

/** Limits of one response, and of all data on a connection: other programs on the bus may send anything. */
const LIMITS = { messageBytes: 1_048_576, totalBytes: 16 * 1_048_576 };

interface Waiting extends PromiseWithResolvers<unknown[]> {
  destination: string;
}

/** A client of a D-Bus message bus that only makes calls. */
export class Bus {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received: Buffer = Buffer.alloc(0);
  #totalBytes = 0;
  #serial = 1;
  #isReady = false;
  #hello = Promise.withResolvers<void>();

  private constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the message bus closed the connection")));
    signal.addEventListener("abort", () => this.close(), { once: true });
    // The kernel reports the user at the other end (specification, "EXTERNAL").
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString("hex");
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  }

  /** Connects to an address such as `unix:path=/run/bus`, until the signal aborts. Rejects if there is no server. */
  static async connect(address: string, signal: AbortSignal): Promise<Bus> {
    const [, kind, path] = /^unix:(path|abstract)=([^,;]+)/.exec(address) ?? [];
    if (path === undefined) throw new Error(`${JSON.stringify(address)} is not a supported message bus address`);
    const name = decodeURIComponent(path);
    signal.throwIfAborted();
    const bus = new Bus(connect({ path: kind === "abstract" ? `\0${name}` : name }), signal);
    await bus.#hello.promise;
    await bus.callBus("Hello");
    return bus;
  }

  /** Calls a method and resolves with its result. Rejects with the returned error, or when the bus is closed. */
  call(call: Call): Promise<unknown[]> {
    if (this.#socket.destroyed) return Promise.reject(new Error("the message bus is closed"));
    const serial = this.#serial++;
    const waiting = { ...Promise.withResolvers<unknown[]>(), destination: call.destination };
    this.#waiting.set(serial, waiting);
    this.#socket.write(encodeCall(serial, call));
    return waiting.promise;
  }

  /** Calls a method of the bus itself. */
  callBus(member: string, ...args: string[]): Promise<unknown[]> {
    const name = "org.freedesktop.DBus";
    const place = { destination: name, path: "/org/freedesktop/DBus", interface: name };
    return this.call({ ...place, member, signature: "s".repeat(args.length), args });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#totalBytes += chunk.length;
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    try {
      if (this.#totalBytes > LIMITS.totalBytes) throw new Error("the message bus sent too much data");
      if (!this.#isReady) this.#begin();
      if (this.#isReady) this.#readMessages();
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      this.close();
    }
  }

  #begin(): void {
    const end = this.#received.indexOf("\r\n");
    if (end < 0) return;
    if (!this.#received.subarray(0, end).toString().startsWith("OK "))
      throw new Error("the message bus accepts no connections");
    this.#received = this.#received.subarray(end + 2);
    this.#isReady = true;
    this.#socket.write("BEGIN\r\n");
    this.#hello.resolve();
  }

  #readMessages(): void {
    for (;;) {
      const length = messageBytes(this.#received);
      if (length === undefined) return;
      if (length > LIMITS.messageBytes)
        throw new Error(`a message of ${length} bytes came; at most ${LIMITS.messageBytes} are read`);
      if (this.#received.length < length) return;
      const bytes = this.#received.subarray(0, length);
      this.#received = this.#received.subarray(length);
      this.#take(decodeMessage(bytes));
    }
  }

  #take({ type, sender, replySerial, body }: Message): void {
    const waiting = this.#waiting.get(replySerial);
    // Any program on the bus can respond to another program's calls.
    if (!waiting || (waiting.destination.startsWith(":") && waiting.destination !== sender)) return;
    if (type !== MESSAGE_TYPES.answer && type !== MESSAGE_TYPES.error) return;
    this.#waiting.delete(replySerial);
    if (type === MESSAGE_TYPES.answer) waiting.resolve(body);
    else waiting.reject(new Error(String(body[0] ?? "refused")));
  }

  #fail(error: Error): void {
    this.#hello.reject(error);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
