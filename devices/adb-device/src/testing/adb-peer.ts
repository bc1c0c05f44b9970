import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { signToken } from "@terrarium/adb/auth";
import {
  AuthKind,
  Command,
  PacketParser,
  encodeHeader,
  MAX_PAYLOAD_BYTES,
  payloadCheck,
  PROTOCOL_VERSION,
  type AdbPacket,
} from "@terrarium/adb/packet";
import { formatPublicKey } from "@terrarium/adb/public-key";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Line of an authorized keys file that accepts these peers. */
export const peerPublicKey = formatPublicKey(keys.publicKey, "peer@test");

/** One stream that a peer opened or accepted. */
export class PeerStream {
  readonly id: number;
  remoteId = 0;
  received = Buffer.alloc(0);
  readonly opened = Promise.withResolvers<boolean>();
  readonly closed = Promise.withResolvers<void>();
  /** Whether received data is acknowledged; without that the device waits. */
  acknowledges = true;

  constructor(id: number) {
    this.id = id;
  }

  /** Returns all received data once the stream is closed. */
  async text(): Promise<string> {
    await this.closed.promise;
    return this.received.toString("latin1");
  }
}

/** A minimal ADB client that can also break the protocol. */
export class AdbPeer {
  readonly socket: Socket;
  readonly streams = new Map<number, PeerStream>();
  /** Handles a service that the device opens here, such as `tcp:8080`; undefined rejects it. */
  onOpen: (service: string) => PeerStream | undefined = () => undefined;
  readonly connected = Promise.withResolvers<string>();
  readonly gone: Promise<void>;
  #nextId = 1;
  readonly #key: KeyObject;

  private constructor(socket: Socket, key: KeyObject) {
    this.socket = socket;
    this.#key = key;
    const parser = new PacketParser();
    parser.wholeWrites = true;
    socket.on("data", (chunk: Buffer) => {
      for (const packet of parser.parse(chunk)) this.#take(packet);
    });
    socket.on("error", () => undefined);
    this.gone = this.#untilGone();
  }

  /** Connects; with `introduced` false it does not introduce itself. */
  static async connect(port: number, options: { key?: KeyObject; introduced?: boolean } = {}): Promise<AdbPeer> {
    const { key = keys.privateKey, introduced = true } = options;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    const peer = new AdbPeer(socket, key);
    if (!introduced) return peer;
    peer.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, "host::features=shell_v2");
    if (key === keys.privateKey) await peer.connected.promise;
    return peer;
  }

  send(command: Command, arg0: number, arg1: number, payload: string | Buffer = ""): void {
    const bytes = Buffer.from(payload);
    this.socket.write(Buffer.concat([encodeHeader(command, arg0, arg1, bytes.length, payloadCheck(bytes)), bytes]));
  }

  /** Opens a service; the returned stream reports the result. */
  open(service: string): PeerStream {
    const stream = new PeerStream(this.#nextId++);
    this.streams.set(stream.id, stream);
    this.send(Command.OPEN, stream.id, 0, `${service}\0`);
    return stream;
  }

  /** Returns all data that a service sends until it ends the stream; undefined if it is rejected. */
  async ask(service: string): Promise<string | undefined> {
    const stream = this.open(service);
    if (!(await stream.opened.promise)) return undefined;
    return stream.text();
  }

  write(stream: PeerStream, bytes: string | Buffer): void {
    this.send(Command.WRTE, stream.id, stream.remoteId, bytes);
  }

  close(stream: PeerStream): void {
    this.send(Command.CLSE, stream.id, stream.remoteId);
  }

  async #untilGone(): Promise<void> {
    await once(this.socket, "close");
    for (const stream of this.streams.values()) stream.closed.resolve();
  }

  #take({ command, arg0, arg1, payload }: AdbPacket): void {
    const stream = this.streams.get(arg1);
    switch (command) {
      case Command.AUTH:
        this.send(Command.AUTH, AuthKind.signature, 0, signToken(payload, this.#key));
        break;
      case Command.CNXN:
        this.connected.resolve(payload.toString());
        break;
      case Command.OPEN:
        this.#takeOpen(arg0, payload.toString().replace(/\0$/, ""));
        break;
      case Command.OKAY:
        if (stream) stream.remoteId = arg0;
        stream?.opened.resolve(true);
        break;
      case Command.WRTE:
        if (!stream) break;
        stream.received = Buffer.concat([stream.received, payload]);
        if (stream.acknowledges) this.send(Command.OKAY, stream.id, stream.remoteId);
        break;
      case Command.CLSE:
        stream?.opened.resolve(false);
        stream?.closed.resolve();
    }
  }

  #takeOpen(remoteId: number, service: string): void {
    const stream = this.onOpen(service);
    if (!stream) return this.send(Command.CLSE, 0, remoteId);
    stream.remoteId = remoteId;
    this.streams.set(stream.id, stream);
    stream.opened.resolve(true);
    this.send(Command.OKAY, stream.id, remoteId);
  }
}
