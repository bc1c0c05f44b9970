import { Duplex } from "node:stream";
import { Command, maxPayloadBytes } from "./packet.ts";

/** What a stream needs of the connection that carries it. */
export interface StreamCarrier {
  readonly peerMaxPayloadBytes: number;
  /** Queues a packet; resolves once its payload has left, so that its memory can be used anew. */
  send(command: Command, arg0: number, arg1: number, payload?: Buffer): Promise<void>;
  forget(stream: DaemonStream): void;
}

/** How many bytes a client may have on their way to us, unread, on one stream: with delayed_ack it is told so. */
export const receiveWindowBytes = 4 * maxPayloadBytes;

/**
 * One ADB stream as a node Duplex. Reading acknowledges, so that a reader who stops stops the client;
 * writing waits until the client acknowledges (without `delayed_ack` after each packet, with it when the client's
 * window is full). Ending the writable side closes the stream, as ADB knows no half-closed streams.
 */
export class DaemonStream extends Duplex {
  readonly localId: number;
  remoteId: number;
  readonly #carrier: StreamCarrier;
  readonly #gone = new AbortController();
  /** Undefined: one packet in flight. A number: bytes that we may still send (delayed_ack). */
  #sendWindowBytes: number | undefined;
  #packetInFlight = false;
  #wakeWriter: (() => void) | undefined;
  #unacknowledgedBytes = 0;
  #inputEnded = false;
  #closeSent = false;

  constructor(carrier: StreamCarrier, localId: number, remoteId: number, sendWindowBytes: number | undefined) {
    super({ readableHighWaterMark: maxPayloadBytes, writableHighWaterMark: maxPayloadBytes });
    this.#carrier = carrier;
    this.localId = localId;
    this.remoteId = remoteId;
    this.#sendWindowBytes = sendWindowBytes;
    // A service that is gone before its client has no listener left: the error must not end the process.
    this.on("error", () => undefined);
  }

  /** Aborts when the client closed the stream or its connection ended. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** The peer's OKAY; `grantedBytes` only with delayed_ack. */
  handleOkay(grantedBytes: number | undefined): void {
    this.#packetInFlight = false;
    if (this.#sendWindowBytes !== undefined) this.#sendWindowBytes += grantedBytes ?? 0;
    this.#wakeWriter?.();
  }

  /**
   * The peer's WRTE of `length` bytes, of which the first have come; false when it is more than we keep. While there is
   * room the peer hears at once that it may send the next, so that it need not wait for our disk. A peer without
   * delayed_ack may do so unasked: adb's server passes on at once what a client that was killed had still to say
   * (AOSP adb/fdevent, a hang-up counts as something to read).
   */
  handleWrite(piece: Buffer, length: number): boolean {
    if (this.#inputEnded || length === 0) return true;
    if (this.#unacknowledgedBytes > receiveWindowBytes) return false;
    this.#unacknowledgedBytes += length;
    this.handlePiece(piece);
    return true;
  }

  /** More of the last WRTE. */
  handlePiece(piece: Buffer): void {
    if (!this.#inputEnded && this.push(piece)) this.#acknowledge();
  }

  /** The peer's CLSE, or the end of the connection. What was received can still be read. */
  handleClose(): void {
    this.#sendClose();
    this.#gone.abort();
    this.#carrier.forget(this);
    this.#endInput();
    this.#wakeWriter?.();
    if (!this.writableEnded) this.end();
  }

  override _read(): void {
    this.#acknowledge();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error) => void): void {
    void this.#report(this.#writeAll(chunk), callback);
  }

  override _writev(chunks: { chunk: Buffer }[], callback: (error?: Error) => void): void {
    void this.#report(this.#writeAll(Buffer.concat(chunks.map(({ chunk }) => chunk))), callback);
  }

  override _final(callback: (error?: Error) => void): void {
    this.#sendClose();
    this.#endInput();
    callback();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#inputEnded = true;
    this.#sendClose();
    this.#gone.abort();
    this.#wakeWriter?.();
    this.#carrier.forget(this);
    callback(error);
  }

  async #report(work: Promise<void>, callback: (error?: Error) => void): Promise<void> {
    const failure = await work.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    callback(failure ?? undefined);
  }

  /** Sends the bytes in as few packets as the peer's limit allows. */
  async #writeAll(bytes: Buffer): Promise<void> {
    for (let offset = 0; offset < bytes.length;) {
      await this.#waitForCredit();
      const room = Math.min(this.#carrier.peerMaxPayloadBytes, this.#sendWindowBytes ?? Infinity);
      const payload = bytes.subarray(offset, offset + room);
      offset += payload.length;
      this.#packetInFlight = true;
      if (this.#sendWindowBytes !== undefined) this.#sendWindowBytes -= payload.length;
      await this.#carrier.send(Command.WRTE, this.localId, this.remoteId, payload);
    }
  }

  async #waitForCredit(): Promise<void> {
    for (;;) {
      if (this.#gone.signal.aborted || this.destroyed) throw new Error("the client closed the stream");
      const free = this.#sendWindowBytes === undefined ? !this.#packetInFlight : this.#sendWindowBytes > 0;
      if (free) return;
      await new Promise<void>((resolve) => (this.#wakeWriter = resolve));
    }
  }

  #acknowledge(): void {
    if (this.#unacknowledgedBytes === 0 || this.#closeSent) return;
    let payload: Buffer | undefined;
    if (this.#sendWindowBytes !== undefined) {
      payload = Buffer.alloc(4);
      payload.writeInt32LE(this.#unacknowledgedBytes);
    }
    this.#unacknowledgedBytes = 0;
    void this.#carrier.send(Command.OKAY, this.localId, this.remoteId, payload);
  }

  #endInput(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    this.push(null);
  }

  #sendClose(): void {
    if (this.#closeSent) return;
    this.#closeSent = true;
    void this.#carrier.send(Command.CLSE, this.localId, this.remoteId);
  }
}
