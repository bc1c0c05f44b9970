import { Duplex } from "node:stream";
import { Command, MAX_PAYLOAD_BYTES } from "./packet.ts";

/** Connection of a stream, as far as the stream needs it. */
export interface StreamCarrier {
  readonly peerMaxPayloadBytes: number;
  /** Queues a packet; resolves once its payload has been sent, so that its memory can be reused. */
  send(command: Command, arg0: number, arg1: number, payload?: Buffer): Promise<void>;
  forget(stream: DaemonStream): void;
}

/** Limit of unread bytes in flight per stream; announced to the client with delayed_ack. */
export const RECEIVE_WINDOW_BYTES = 4 * MAX_PAYLOAD_BYTES;

/**
 * An ADB stream as a Node Duplex. Reading acknowledges data, so a paused reader pauses the client. Writing waits for
 * the client's acknowledgement: without `delayed_ack` after each packet, with it when the client's window is full.
 * Ending the writable side closes the stream, since ADB has no half-closed streams.
 */
export class DaemonStream extends Duplex {
  readonly localId: number;
  remoteId: number;
  readonly #carrier: StreamCarrier;
  readonly #gone = new AbortController();
  /** Remaining bytes of the client's window (delayed_ack); undefined: one packet in flight. */
  #sendWindowBytes: number | undefined;
  #packetInFlight = false;
  #wakeWriter: (() => void) | undefined;
  #unacknowledgedBytes = 0;
  #inputEnded = false;
  #closeSent = false;

  constructor(carrier: StreamCarrier, localId: number, remoteId: number, sendWindowBytes: number | undefined) {
    super({ readableHighWaterMark: MAX_PAYLOAD_BYTES, writableHighWaterMark: MAX_PAYLOAD_BYTES });
    this.#carrier = carrier;
    this.localId = localId;
    this.remoteId = remoteId;
    this.#sendWindowBytes = sendWindowBytes;
    // A service that ends before its client removes its listeners: a late error must not end the process.
    this.on("error", () => undefined);
  }

  /** Aborts when the client closed the stream or its connection ended. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Handles the peer's OKAY; `grantedBytes` is set only with delayed_ack. */
  handleOkay(grantedBytes: number | undefined): void {
    this.#packetInFlight = false;
    if (this.#sendWindowBytes !== undefined) this.#sendWindowBytes += grantedBytes ?? 0;
    this.#wakeWriter?.();
  }

  /**
   * Handles the peer's WRTE of `length` bytes, with its first bytes; returns false beyond the buffer limit. While there
   * is room, the peer is asked for the next packet immediately, without waiting for the disk. A peer without
   * delayed_ack may send more unasked: adb's server forwards the remaining data of a killed client at once (AOSP
   * adb/fdevent, a hang-up counts as readable).
   */
  handleWrite(piece: Buffer, length: number): boolean {
    if (this.#inputEnded || length === 0) return true;
    if (this.#unacknowledgedBytes > RECEIVE_WINDOW_BYTES) return false;
    this.#unacknowledgedBytes += length;
    this.handlePiece(piece);
    return true;
  }

  /** Handles more data of the last WRTE. */
  handlePiece(piece: Buffer): void {
    if (!this.#inputEnded && this.push(piece)) this.#acknowledge();
  }

  /** Handles the peer's CLSE, or the end of the connection. Received data can still be read. */
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
