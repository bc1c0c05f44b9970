import { constants, generateKeyPairSync, privateEncrypt, type KeyObject } from "node:crypto";
import { duplexPair, type Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { DaemonConnection } from "./daemon-connection.ts";
import { RECEIVE_WINDOW_BYTES, type DaemonStream } from "./daemon-stream.ts";
import {
  AuthKind,
  Command,
  PacketParser,
  encodeHeader,
  MAX_PAYLOAD_BYTES,
  payloadCheck,
  PROTOCOL_VERSION,
  type AdbPacket,
} from "./packet.ts";
import { formatPublicKey, parsePublicKey } from "./public-key.ts";

const friend = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A minimal client. */
class Peer {
  readonly #transport: Duplex;
  readonly #packets: AsyncIterator<AdbPacket>;

  constructor(transport: Duplex) {
    this.#transport = transport;
    this.#packets = this.#receive();
  }

  async *#receive(): AsyncGenerator<AdbPacket> {
    const parser = new PacketParser();
    for await (const chunk of this.#transport) yield* parser.parse(chunk as Buffer);
  }

  send(command: Command, arg0: number, arg1: number, payload: string | Buffer = ""): void {
    const bytes = Buffer.from(payload);
    this.#transport.write(encodeHeader(command, arg0, arg1, bytes.length, payloadCheck(bytes)));
    this.#transport.write(bytes);
  }

  async next(): Promise<AdbPacket> {
    const { value, done } = await this.#packets.next();
    if (done) throw new Error("the connection ended");
    return value;
  }

  async connect(features = "shell_v2", key: KeyObject = friend.privateKey): Promise<AdbPacket> {
    this.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, `host::features=${features}`);
    const { payload: token } = await this.next();
    const block = Buffer.concat([Buffer.from("3021300906052b0e03021a05000414", "hex"), token]);
    this.send(
      Command.AUTH,
      AuthKind.signature,
      0,
      privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block),
    );
    return this.next();
  }

  raw(bytes: Buffer): void {
    this.#transport.write(bytes);
  }
}

function startConnection(serve?: (stream: DaemonStream, service: string) => void) {
  const [ours, theirs] = duplexPair();
  const streams: DaemonStream[] = [];
  const connection = new DaemonConnection(ours, {
    banner: "device::ro.product.name=x;",
    features: ["shell_v2", "delayed_ack"],
    authenticateWithinMs: 30_000,
    authorizedKeys: async () => [parsePublicKey(formatPublicKey(friend.publicKey, "friend"))],
    openService: (service) =>
      service === "refused:"
        ? undefined
        : (stream) => {
            streams.push(stream);
            serve?.(stream, service);
          },
  });
  return { connection, peer: new Peer(theirs), streams };
}

describe("an unauthenticated peer", () => {
  it("is disconnected after a timeout, even after restarting the handshake", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const [silent, slow, friendly, again] = [
      startConnection(),
      startConnection(),
      startConnection(),
      startConnection(),
    ];
    slow.peer.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, "host::");
    await slow.peer.next();
    for (const { peer } of [friendly, again]) await peer.connect();
    again.peer.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, "host::");
    await again.peer.next();
    vi.advanceTimersByTime(30_000);
    vi.useRealTimers();
    for (const { connection } of [silent, slow, again])
      expect((await connection.closed)?.message).toBe("no key was proved within 30 s");
    friendly.peer.send(Command.OPEN, 1, 0, "shell:id\0");
    expect((await friendly.peer.next()).command).toBe(Command.OKAY);
  });

  it("is limited in memory and attempts", async () => {
    const large = startConnection();
    large.peer.raw(encodeHeader(Command.WRTE, 1, 1, 4097, 0));
    expect((await large.connection.closed)?.message).toBe("WRTE payload of 4097 bytes exceeds the limit of 4096");
    const many = startConnection();
    for (let i = 0; i < 65; i++) many.peer.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, "host::");
    expect((await many.connection.closed)?.message).toBe("no key was proved in 64 attempts");
  });
});

describe("handshake", () => {
  it("accepts an authorized key's signature and introduces the device", async () => {
    const { peer, connection } = startConnection();
    const answer = await peer.connect();
    expect(answer).toMatchObject({ command: Command.CNXN, arg0: PROTOCOL_VERSION, arg1: MAX_PAYLOAD_BYTES });
    expect(answer.payload.toString()).toBe("device::ro.product.name=x;features=shell_v2,delayed_ack");
    expect(connection.authenticated).toBe(true);
  });

  it("responds to unknown signatures with a fresh token, opening nothing", async () => {
    const { peer, connection, streams } = startConnection();
    const first = await peer.connect("shell_v2", stranger.privateKey);
    expect(first).toMatchObject({ command: Command.AUTH, arg0: AuthKind.token });
    expect(first.payload).toHaveLength(20);
    peer.send(Command.AUTH, AuthKind.publicKey, 0, formatPublicKey(stranger.publicKey, "stranger"));
    peer.send(Command.OPEN, 1, 0, "shell:id\0");
    const second = await peer.connect();
    expect(second.command).toBe(Command.CNXN);
    expect(streams).toHaveLength(0);
    expect(connection.authenticated).toBe(true);
  });

  it("rejects a signature of an earlier token", async () => {
    const { peer } = startConnection();
    peer.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, "host::");
    const { payload: token } = await peer.next();
    peer.send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, "host::");
    await peer.next();
    const block = Buffer.concat([Buffer.from("3021300906052b0e03021a05000414", "hex"), token]);
    const key = friend.privateKey;
    peer.send(
      Command.AUTH,
      AuthKind.signature,
      0,
      privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block),
    );
    expect((await peer.next()).command).toBe(Command.AUTH);
  });

  it("ends only the connection with invalid data", async () => {
    const good = startConnection();
    await good.peer.connect();
    const bad = startConnection();
    bad.peer.raw(Buffer.alloc(64, 0x41));
    expect(await bad.connection.closed).toMatchObject({ name: "AdbProtocolError" });
    good.peer.send(Command.OPEN, 1, 0, "x:\0");
    expect((await good.peer.next()).command).toBe(Command.OKAY);
  });
});

describe("streams", () => {
  it("open with or without a trailing NUL, and are rejected with CLSE(0, id)", async () => {
    const services: string[] = [];
    const { peer } = startConnection((_stream, service) => services.push(service));
    await peer.connect();
    peer.send(Command.OPEN, 7, 0, "shell:a\0");
    expect(await peer.next()).toMatchObject({ command: Command.OKAY, arg1: 7 });
    peer.send(Command.OPEN, 8, 0, "shell:b");
    expect(await peer.next()).toMatchObject({ command: Command.OKAY, arg1: 8 });
    peer.send(Command.OPEN, 9, 0, "refused:\0");
    expect(await peer.next()).toMatchObject({ command: Command.CLSE, arg0: 0, arg1: 9 });
    expect(services).toEqual(["shell:a", "shell:b"]);
  });

  it("without delayed_ack send one packet, then wait for its OKAY", async () => {
    const { peer } = startConnection((stream) => {
      stream.write("first");
      stream.write("second");
      stream.end("third");
    });
    await peer.connect();
    peer.send(Command.OPEN, 7, 0, "x:\0");
    const opened = await peer.next();
    expect((await peer.next()).payload.toString()).toBe("first");
    peer.send(Command.OPEN, 8, 0, "refused:\0");
    expect(await peer.next()).toMatchObject({ command: Command.CLSE, arg1: 8 });
    peer.send(Command.OKAY, 7, opened.arg0);
    expect((await peer.next()).payload.toString()).toBe("secondthird");
    expect(await peer.next()).toMatchObject({ command: Command.CLSE, arg0: opened.arg0, arg1: 7 });
  });

  it("with delayed_ack send as many bytes as the client grants", async () => {
    const { peer } = startConnection((stream) => stream.end("0123456789"));
    await peer.connect("shell_v2,delayed_ack");
    peer.send(Command.OPEN, 7, 4, "x:\0");
    const opened = await peer.next();
    expect(opened.payload.readInt32LE(0)).toBe(RECEIVE_WINDOW_BYTES);
    expect((await peer.next()).payload.toString()).toBe("0123");
    const granted = Buffer.alloc(4);
    granted.writeInt32LE(100);
    peer.send(Command.OKAY, 7, opened.arg0, granted);
    expect((await peer.next()).payload.toString()).toBe("456789");
    expect((await peer.next()).command).toBe(Command.CLSE);
  });

  it("acknowledge data when it is read, pausing the client", async () => {
    const { peer, streams } = startConnection();
    await peer.connect();
    peer.send(Command.OPEN, 7, 0, "x:\0");
    const { arg0: id } = await peer.next();
    peer.send(Command.WRTE, 7, id, Buffer.alloc(MAX_PAYLOAD_BYTES, 1));
    peer.send(Command.OPEN, 8, 0, "refused:\0");
    expect(await peer.next(), "nothing was read, nothing is acknowledged").toMatchObject({
      command: Command.CLSE,
      arg1: 8,
    });
    streams[0]?.resume();
    expect(await peer.next()).toMatchObject({ command: Command.OKAY, arg0: id, arg1: 7 });
  });

  it("request the next packet early, within a buffer limit", async () => {
    const { peer } = startConnection();
    await peer.connect();
    peer.send(Command.OPEN, 7, 0, "sink:");
    const { arg0: id } = await peer.next();
    const header = encodeHeader(Command.WRTE, 7, id, MAX_PAYLOAD_BYTES, 0);
    peer.raw(Buffer.concat([header, Buffer.alloc(10)]));
    expect(await peer.next()).toMatchObject({ command: Command.OKAY, arg0: id, arg1: 7 });
    peer.raw(Buffer.alloc(MAX_PAYLOAD_BYTES - 10));
    for (let packets = 1; packets <= 3; packets += 1) {
      peer.send(Command.WRTE, 7, id, Buffer.alloc(MAX_PAYLOAD_BYTES));
      // Its response shows that the packet before it was processed.
      peer.send(Command.OPEN, 8, 0, "refused:");
      const { command } = await peer.next();
      if (command === Command.CLSE) return;
      expect(command).toBe(Command.OKAY);
      expect(await peer.next()).toMatchObject({ command: Command.CLSE, arg1: 8 });
    }
    expect.fail("it goes on taking what nobody reads");
  });

  it("accept a few unrequested packets, and close when flooded", async () => {
    const { peer, streams } = startConnection();
    await peer.connect();
    peer.send(Command.OPEN, 7, 0, "x:\0");
    const { arg0: killed } = await peer.next();
    peer.send(Command.WRTE, 7, killed, "still ");
    peer.send(Command.WRTE, 7, killed, "to say");
    peer.send(Command.CLSE, 7, killed);
    expect(await peer.next()).toMatchObject({ command: Command.OKAY, arg1: 7 });
    const [stream] = streams;
    expect(stream && (await text(stream))).toBe("still to say");

    peer.send(Command.OPEN, 9, 0, "x:\0");
    let answer = await peer.next();
    // Pending packets of the first stream come before.
    while (answer.arg1 !== 9) answer = await peer.next();
    for (let packets = 0; packets < 6; packets += 1)
      peer.send(Command.WRTE, 9, answer.arg0, Buffer.alloc(MAX_PAYLOAD_BYTES));
    expect(await peer.next()).toMatchObject({ command: Command.CLSE, arg1: 9 });
    peer.send(Command.OPEN, 8, 0, "refused:\0");
    expect(await peer.next()).toMatchObject({ command: Command.CLSE, arg1: 8 });
  });

  it("deliver data received before the close, then end", async () => {
    const { peer, streams } = startConnection();
    await peer.connect();
    peer.send(Command.OPEN, 7, 0, "x:\0");
    const { arg0: id } = await peer.next();
    peer.send(Command.WRTE, 7, id, "last words");
    peer.send(Command.CLSE, 7, id);
    expect((await peer.next()).command).toBe(Command.OKAY);
    expect(await peer.next()).toMatchObject({ command: Command.CLSE, arg1: 7 });
    const [stream] = streams;
    expect(stream?.gone.aborted).toBe(true);
    const chunks: Buffer[] = [];
    for await (const chunk of stream ?? []) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe("last words");
  });

  it("are closed with the connection, even during a write", async () => {
    const { peer, streams, connection } = startConnection((stream) =>
      stream.write(Buffer.alloc(3 * MAX_PAYLOAD_BYTES)),
    );
    await peer.connect();
    peer.send(Command.OPEN, 7, 0, "x:\0");
    await peer.next();
    await peer.next();
    const [stream] = streams;
    const closed = new Promise((resolve) => stream?.on("close", resolve));
    connection.close();
    await closed;
    expect(stream?.gone.aborted).toBe(true);
  });

  it("can be opened by the device, as adb reverse needs", async () => {
    const { peer, connection } = startConnection();
    await peer.connect();
    const opening = connection.open("tcp:8080");
    const open = await peer.next();
    expect(open).toMatchObject({ command: Command.OPEN, arg1: 0 });
    expect(open.payload.toString()).toBe("tcp:8080\0");
    peer.send(Command.OKAY, 5, open.arg0);
    const stream = await opening;
    stream?.write("hello");
    expect(await peer.next()).toMatchObject({ command: Command.WRTE, arg0: open.arg0, arg1: 5 });

    const refused = connection.open("tcp:1");
    peer.send(Command.CLSE, 0, (await peer.next()).arg0);
    expect(await refused).toBeUndefined();
  });
});
