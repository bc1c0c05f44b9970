import type { Duplex } from "node:stream";
import { noteReceived } from "@terrarium/bounds/received-memory";
import { createToken, findSigner } from "./auth.ts";
import { DaemonStream, RECEIVE_WINDOW_BYTES, type StreamCarrier } from "./daemon-stream.ts";
import {
  AdbProtocolError,
  AuthKind,
  Command,
  PacketParser,
  encodeHeader,
  MAX_HANDSHAKE_PAYLOAD_BYTES,
  MAX_PAYLOAD_BYTES,
  payloadCheck,
  PROTOCOL_VERSION,
  type AdbPacket,
} from "./packet.ts";
import type { AdbPublicKey } from "./public-key.ts";

type OpenedService = ((stream: DaemonStream) => void) | undefined;

export interface DaemonOptions {
  /** The CNXN banner without its features, for example `device::ro.product.name=a;`. */
  banner: string;
  features: readonly string[];
  /** Returns the keys that may connect, at each attempt; no keys: all connections are rejected. */
  authorizedKeys: () => Promise<readonly AdbPublicKey[]>;
  /**
   * Starts a service requested by a client, for example `shell:ls`. Returns a function to run with the stream once the
   * client has received the confirmation, or undefined to reject the service. If the client has disconnected by then,
   * the stream is closed. Never rejects.
   */
  openService: (service: string, connection: DaemonConnection) => OpenedService | Promise<OpenedService>;
  /** Time until an unauthenticated peer is disconnected, in milliseconds. */
  authenticateWithinMs: number;
  /** Called before the peer is notified; false disconnects it. */
  onAuthenticated?: (key: AdbPublicKey) => boolean;
  onRefused?: () => void;
}

const MAX_STREAMS = 1024;
/**
 * Limit of handshakes and signatures before authentication: a client has only a few keys, and checking each takes time.
 */
const MAX_ATTEMPTS = 64;
/** Limit of unread data in the send buffer of a connection, beyond which reading pauses. */
const MAX_QUEUED_BYTES = 8 * MAX_PAYLOAD_BYTES;

/**
 * The device's end of an ADB connection over any byte stream: handshake, authentication and streams. A peer that breaks
 * the protocol loses only its own connection.
 */
export class DaemonConnection implements StreamCarrier {
  readonly #transport: Duplex;
  readonly #options: DaemonOptions;
  readonly #parser = new PacketParser();
  readonly #streams = new Map<number, DaemonStream>();
  readonly #opening = new Map<number, (stream: DaemonStream | undefined) => void>();
  /** Number of requested streams that wait for their service. */
  #waitingOpens = 0;
  /** Number of handshakes so far: a stream belongs to one. */
  #handshakes = 0;
  #nextStreamId = 1;
  #token: Buffer | undefined;
  #authenticated = false;
  #attempts = 0;
  #deadline: NodeJS.Timeout | undefined;
  #delayedAck = false;
  #skipChecks = false;
  /** Packets are handled in order, because checking a signature reads the key file. */
  #handling: Promise<void> = Promise.resolve();
  #failure: Error | undefined;
  peerMaxPayloadBytes = MAX_PAYLOAD_BYTES;
  /** Resolves when the connection has ended, with the protocol error that ended it, if any. Never rejects. */
  readonly closed: Promise<Error | undefined>;

  constructor(transport: Duplex, options: DaemonOptions) {
    this.#transport = transport;
    this.#options = options;
    this.#awaitKey();
    transport.on("data", (chunk: Buffer) => this.#receive(chunk));
    transport.on("error", (error) => (this.#failure ??= error));
    transport.on("end", () => transport.destroy());
    this.closed = new Promise((resolve) => {
      transport.on("close", () => {
        clearTimeout(this.#deadline);
        this.#closeStreams();
        resolve(this.#failure);
      });
    });
  }

  get authenticated(): boolean {
    return this.#authenticated;
  }

  /** Whether the peer has sent no valid ADB packet yet. */
  get silent(): boolean {
    return this.#attempts === 0;
  }

  close(): void {
    this.#transport.destroy();
  }

  /**
   * Opens a stream to the client's side (for `adb reverse`), for example `tcp:8080`; returns undefined if the client
   * rejects it.
   */
  async open(service: string): Promise<DaemonStream | undefined> {
    if (!this.#authenticated || this.#transport.destroyed) return undefined;
    const localId = this.#newStreamId();
    const opened = new Promise<DaemonStream | undefined>((resolve) => this.#opening.set(localId, resolve));
    await this.send(Command.OPEN, localId, this.#delayedAck ? RECEIVE_WINDOW_BYTES : 0, Buffer.from(`${service}\0`));
    return opened;
  }

  async send(command: Command, arg0: number, arg1: number, payload: Buffer = Buffer.alloc(0)): Promise<void> {
    const transport = this.#transport;
    if (transport.destroyed || transport.writableEnded) return;
    const checked = !this.#skipChecks || command === Command.CNXN || command === Command.AUTH;
    transport.cork();
    transport.write(encodeHeader(command, arg0, arg1, payload.length, checked ? payloadCheck(payload) : 0));
    // Resolves when the transport has sent the payload, or failed.
    const sent = payload.length > 0 && new Promise<void>((resolve) => transport.write(payload, () => resolve()));
    transport.uncork();
    if (sent) await sent;
  }

  forget(stream: DaemonStream): void {
    if (this.#streams.get(stream.localId) === stream) this.#streams.delete(stream.localId);
  }

  #waitingForDrain: Promise<void> | undefined;

  #drained(): Promise<void> {
    this.#waitingForDrain ??= new Promise<void>((resolve) => {
      const done = () => {
        this.#transport.off("drain", done).off("close", done);
        this.#waitingForDrain = undefined;
        resolve();
      };
      this.#transport.on("drain", done).on("close", done);
    });
    return this.#waitingForDrain;
  }

  #receive(chunk: Buffer): void {
    noteReceived(chunk.length);
    try {
      for (const packet of this.#parser.parse(chunk)) {
        if (this.#authenticated && packet.command !== Command.CNXN) this.#handle(packet);
        else this.#handleInTurn(packet);
      }
    } catch (error) {
      this.#fail(error);
    }
    if (this.#transport.writableLength > MAX_QUEUED_BYTES) {
      this.#transport.pause();
      void this.#drained().then(() => this.#transport.resume());
    }
  }

  /** Pauses reading until a handshake packet has been processed, so that packets stay in order. */
  #handleInTurn(packet: AdbPacket): void {
    this.#transport.pause();
    const handling = this.#handling
      .then(() => (this.#authenticated ? this.#handle(packet) : this.#handshake(packet)))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        if (this.#handling === handling) this.#transport.resume();
      });
    this.#handling = handling;
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    this.#transport.destroy();
  }

  async #handshake(packet: AdbPacket): Promise<void> {
    if (packet.command === Command.CNXN) {
      this.#startHandshake(packet);
    } else if (packet.command === Command.AUTH && this.#token) {
      await this.#checkAnswer(packet, this.#token);
    }
    // Other packets before authentication are ignored, as in adbd.
  }

  /** From here on the peer is unauthenticated, with tighter limits on time and memory. */
  #awaitKey(): void {
    this.#authenticated = false;
    this.#parser.maxPayloadBytes = MAX_HANDSHAKE_PAYLOAD_BYTES;
    const { authenticateWithinMs } = this.#options;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(
      () => this.#fail(new AdbProtocolError(`no key was proved within ${authenticateWithinMs / 1000} s`)),
      authenticateWithinMs,
    ).unref();
  }

  #countAttempt(): void {
    if (++this.#attempts > MAX_ATTEMPTS) throw new AdbProtocolError(`no key was proved in ${MAX_ATTEMPTS} attempts`);
  }

  #startHandshake(packet: AdbPacket): void {
    this.#countAttempt();
    if (payloadCheck(packet.payload) !== packet.check && packet.check !== 0) {
      throw new AdbProtocolError("CNXN payload does not match its check");
    }
    this.#closeStreams();
    this.#handshakes++;
    this.peerMaxPayloadBytes = Math.min(packet.arg1, MAX_PAYLOAD_BYTES);
    if (this.peerMaxPayloadBytes === 0) throw new AdbProtocolError("CNXN announces a largest payload of 0 bytes");
    this.#skipChecks = packet.arg0 >= PROTOCOL_VERSION;
    this.#parser.wholeWrites = !this.#skipChecks;
    const features = /features=([^;\0]*)/.exec(packet.payload.toString("latin1"))?.[1]?.split(",") ?? [];
    this.#delayedAck = features.includes("delayed_ack") && this.#options.features.includes("delayed_ack");
    this.#challenge();
  }

  #challenge(): void {
    this.#token = createToken();
    void this.send(Command.AUTH, AuthKind.token, 0, this.#token);
  }

  async #checkAnswer(packet: AdbPacket, token: Buffer): Promise<void> {
    if (packet.arg0 === AuthKind.publicKey) {
      // The client has no other key to try. A phone would ask its owner; here the file decides.
      this.#options.onRefused?.();
      return;
    }
    if (packet.arg0 !== AuthKind.signature) return;
    this.#countAttempt();
    const key = findSigner(token, packet.payload, await this.#options.authorizedKeys());
    if (!key) {
      this.#challenge();
      return;
    }
    if (this.#options.onAuthenticated?.(key) === false) {
      this.close();
      return;
    }
    this.#token = undefined;
    this.#authenticated = true;
    this.#attempts = 1;
    clearTimeout(this.#deadline);
    this.#parser.maxPayloadBytes = MAX_PAYLOAD_BYTES;
    const banner = Buffer.from(`${this.#options.banner}features=${this.#options.features.join(",")}`);
    void this.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, banner);
  }

  #handle(packet: AdbPacket): void {
    if (!this.#skipChecks && payloadCheck(packet.payload) !== packet.check) {
      throw new AdbProtocolError("payload does not match its check");
    }
    const stream = this.#streams.get(packet.arg1);
    switch (packet.command) {
      case Command.CNXN:
        this.#awaitKey();
        this.#startHandshake(packet);
        return;
      case Command.OPEN:
        this.#handleOpen(packet);
        return;
      case Command.OKAY:
        if (stream?.remoteId === packet.arg0) stream.handleOkay(grantedBytes(packet.payload));
        else if (!stream) this.#handleOpened(packet);
        return;
      case Command.WRTE:
        if (stream?.remoteId === packet.arg0) this.#handleWrite(stream, packet);
        else if (packet.offset === 0) void this.send(Command.CLSE, packet.arg1, packet.arg0);
        return;
      case Command.CLSE:
        // arg0 is 0 if the client rejected our OPEN.
        if (stream) stream.handleClose();
        else this.#settleOpening(packet.arg1, undefined);
        return;
      case Command.AUTH:
        return;
    }
  }

  #handleWrite(stream: DaemonStream, { payload, offset, restBytes }: AdbPacket): void {
    if (offset > 0) stream.handlePiece(payload);
    else if (!stream.handleWrite(payload, payload.length + restBytes))
      stream.destroy(new Error("the client sent more data than fits the buffer of a paused reader"));
  }

  #handleOpen(packet: AdbPacket): void {
    // Some clients end the service string with NUL.
    const service = packet.payload.toString("utf8").replace(/\0+$/, "");
    const streams = this.#streams.size + this.#waitingOpens;
    if (packet.arg0 === 0 || streams >= MAX_STREAMS || (packet.arg1 !== 0) !== this.#delayedAck)
      return this.#answerOpen(packet, undefined);
    const opened = this.#options.openService(service, this);
    if (opened instanceof Promise) void this.#answerOpenLater(packet, opened);
    else this.#answerOpen(packet, opened);
  }

  async #answerOpenLater(packet: AdbPacket, opened: Promise<OpenedService>): Promise<void> {
    const handshake = this.#handshakes;
    this.#waitingOpens++;
    const start = await opened;
    this.#waitingOpens--;
    if (handshake === this.#handshakes && !this.#transport.destroyed) return this.#answerOpen(packet, start);
    const stream = new DaemonStream(this, this.#newStreamId(), packet.arg0, undefined);
    start?.(stream);
    stream.destroy();
  }

  #answerOpen(packet: AdbPacket, start: OpenedService): void {
    if (!start) return void this.send(Command.CLSE, 0, packet.arg0);
    const stream = this.#addStream(this.#newStreamId(), packet.arg0, this.#delayedAck ? packet.arg1 : undefined);
    void this.send(
      Command.OKAY,
      stream.localId,
      stream.remoteId,
      this.#delayedAck ? int32(RECEIVE_WINDOW_BYTES) : undefined,
    );
    start(stream);
  }

  #handleOpened(packet: AdbPacket): void {
    if (!this.#opening.has(packet.arg1)) return;
    const window = this.#delayedAck ? (grantedBytes(packet.payload) ?? 0) : undefined;
    this.#settleOpening(packet.arg1, this.#addStream(packet.arg1, packet.arg0, window));
  }

  #settleOpening(localId: number, stream: DaemonStream | undefined): void {
    const settle = this.#opening.get(localId);
    this.#opening.delete(localId);
    settle?.(stream);
  }

  #addStream(localId: number, remoteId: number, sendWindowBytes: number | undefined): DaemonStream {
    const stream = new DaemonStream(this, localId, remoteId, sendWindowBytes);
    this.#streams.set(localId, stream);
    return stream;
  }

  #newStreamId(): number {
    do {
      this.#nextStreamId = (this.#nextStreamId % 0xffffffff) + 1;
    } while (this.#streams.has(this.#nextStreamId) || this.#opening.has(this.#nextStreamId));
    return this.#nextStreamId;
  }

  #closeStreams(): void {
    // Closing removes streams from the map, which is allowed during iteration.
    for (const stream of this.#streams.values()) stream.handleClose();
    for (const localId of this.#opening.keys()) this.#settleOpening(localId, undefined);
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function grantedBytes(payload: Buffer): number | undefined {
  return payload.length === 4 ? payload.readInt32LE(0) : undefined;
}
