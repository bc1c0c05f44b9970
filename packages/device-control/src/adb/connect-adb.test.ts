import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import {
  type AdbPacket,
  Command,
  commandName,
  encodeHeader,
  MAX_HANDSHAKE_PAYLOAD_BYTES,
  MAX_PAYLOAD_BYTES,
  PacketParser,
  PROTOCOL_VERSION,
} from "@terrarium/adb/packet";
import { ShellId } from "@terrarium/adb/shell-protocol";
import { encodeDent } from "@terrarium/adb/sync-codec";
import { FILE_STATUS } from "@terrarium/adb/testing/file-status";
import { WritableStream } from "@yume-chan/stream-extra";
import { expect, onTestFinished, test } from "vitest";
import { connectAdb } from "./connect-adb.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const adbPrivateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

test.each([
  ["a payload larger than we announced", encodeHeader(Command.WRTE, 0, 0, MAX_PAYLOAD_BYTES + 1, 0)],
  ["a banner that is none", encodeHeader(Command.CNXN, 0, 0, MAX_HANDSHAKE_PAYLOAD_BYTES + 1, 0)],
  ["what is no packet", Buffer.alloc(24, "GET / HTTP/1.1")],
])("disconnects from a device that sends %s, without buffering", async (_what, sent) => {
  const server = createServer(
    (socket) =>
      void socket
        .on("error", () => undefined)
        .resume()
        .write(sent),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const closed = once(server, "connection").then(([socket]) => once(socket, "close"));
  await expect(connectAdb({ address: { host: "127.0.0.1", port }, adbPrivateKeyPem })).rejects.toThrow(
    /exceeds the limit|bad magic/,
  );
  await closed;
  server.close();
});

interface Daemon {
  socket: Socket;
  send: (command: Command, arg0: number, arg1: number, payload?: Buffer) => boolean;
}

/** Connects to a daemon that accepts every client and answers with `answer`. */
async function connectTo(answer: (daemon: Daemon, packet: AdbPacket) => void) {
  const server = createServer({ noDelay: true }, (socket) => {
    const parser = new PacketParser();
    const send: Daemon["send"] = (command, arg0, arg1, payload = Buffer.alloc(0)) =>
      socket.write(Buffer.concat([encodeHeader(command, arg0, arg1, payload.length, 0), payload]));
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      for (const packet of parser.parse(chunk)) {
        if (packet.command === Command.CNXN)
          send(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, Buffer.from("device::features=shell_v2"));
        else answer({ socket, send }, packet);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connection = await connectAdb({ address: { host: "127.0.0.1", port }, adbPrivateKeyPem });
  onTestFinished(async () => {
    connection.close();
    server.close();
    await once(server, "close");
  });
  return connection;
}

const REMOTE_ID = 7;
const TOO_MUCH = "the device sent more data than the ADB window allows";

test.each([
  ["much", Buffer.alloc(1_000)],
  ["nothing", Buffer.alloc(0)],
])("disconnects from daemons that send packets of %s without waiting", async (_what, payload) => {
  const { adb, closed } = await connectTo(({ send }, { command, arg0 }) => {
    if (command !== Command.OPEN) return;
    send(Command.OKAY, REMOTE_ID, arg0);
    for (let sent = 0; sent < 50; sent += 1) send(Command.WRTE, REMOTE_ID, arg0, payload);
  });
  await adb.createSocket("never read");
  expect(await closed).toBe(TOO_MUCH);
});

test("disconnects from a daemon that keeps sending on closed streams", async () => {
  const { adb, closed } = await connectTo(({ send }, { command, arg0 }) => {
    if (command === Command.OPEN) send(Command.OKAY, REMOTE_ID, arg0);
    if (command === Command.CLSE)
      for (let sent = 0; sent < 16; sent += 1) send(Command.WRTE, REMOTE_ID, arg0, Buffer.of(1));
  });
  let streams = 0;
  for (; streams < 100; streams += 1) {
    const opened = await Promise.race([adb.createSocket("closed at once"), closed]);
    if (typeof opened === "string") break;
    await opened.close();
  }
  expect(streams).toBeLessThan(100);
  expect(await closed).toBe(TOO_MUCH);
});

test("disconnects from a daemon that sends without reading our answers", async () => {
  const { adb, closed } = await connectTo(({ socket, send }, { command, arg0 }) => {
    if (command !== Command.OPEN) return;
    send(Command.OKAY, REMOTE_ID, arg0);
    socket.pause();
    const goOn = (): void => {
      while (!socket.destroyed && send(Command.WRTE, REMOTE_ID, arg0));
    };
    socket.on("drain", goOn);
    goOn();
  });
  const { readable } = await adb.createSocket("read on and on");
  const reading = readable.pipeTo(new WritableStream());
  expect(await closed).toBe(TOO_MUCH);
  await reading;
});

test("ignores unsolicited OKAYs", async () => {
  const received: string[] = [];
  const { adb } = await connectTo(({ send }, { command, arg0 }) => {
    received.push(commandName(command));
    if (command !== Command.OPEN) return;
    for (let stray = 100; stray < 110; stray += 1) send(Command.OKAY, REMOTE_ID, stray);
    send(Command.OKAY, REMOTE_ID, arg0);
  });
  await adb.createSocket("first");
  await adb.createSocket("second");
  expect(received).toEqual(["OPEN", "OPEN"]);
});

test("reads packets that Android sends unasked on a hang-up", async () => {
  const { adb } = await connectTo(({ send }, { command, arg0 }) => {
    if (command !== Command.OPEN) return;
    send(Command.OKAY, REMOTE_ID, arg0);
    for (let sent = 0; sent < 4; sent += 1) send(Command.WRTE, REMOTE_ID, arg0, Buffer.alloc(MAX_PAYLOAD_BYTES, sent));
  });
  const { readable } = await adb.createSocket("exec:cat a file");
  const read = new Map<unknown, number>();
  for await (const piece of readable) {
    read.set(piece[0], (read.get(piece[0]) ?? 0) + piece.length);
    if (read.get(3) === MAX_PAYLOAD_BYTES) break;
  }
  expect([...read]).toEqual([0, 1, 2, 3].map((first) => [first, MAX_PAYLOAD_BYTES]));
});

/** Counts the rounds of the event loop while work runs. */
async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return rounds;
}

/** Connects to a daemon that sends the bytes on each stream in packets of a size, each after our previous OKAY. */
const connectToSender = (bytes: Buffer, packetBytes: number) => {
  let sent = 0;
  return connectTo(({ send }, { command, arg0 }) => {
    if (command === Command.OPEN) send(Command.OKAY, REMOTE_ID, arg0);
    else if (command !== Command.OKAY) return;
    if (sent >= bytes.length) return send(Command.CLSE, REMOTE_ID, arg0);
    send(Command.WRTE, REMOTE_ID, arg0, bytes.subarray(sent, sent + packetBytes));
    sent += packetBytes;
  });
};

const FRAMES = 8_000;
/** Items after which the event loop completes at least one round. */
const ITEMS_A_ROUND = 200;

test.each([
  ["empty packets of a shell", "shell,v2,raw:flood", Buffer.from([ShellId.stdout, 0, 0, 0, 0])],
  ["entries of a folder", "sync:", encodeDent(Buffer.of(46), FILE_STATUS)],
])("%s in few packets do not block the event loop", async (_what, service, frame) => {
  const flood = Buffer.concat(Array.from({ length: FRAMES }, () => frame));
  const { adb } = await connectToSender(flood, MAX_PAYLOAD_BYTES);
  const rounds = await roundsDuring(async () =>
    (await adb.createSocket(service)).readable.pipeTo(new WritableStream()),
  );
  expect(rounds).toBeGreaterThan(FRAMES / ITEMS_A_ROUND);
});

test.each([
  ["opens", Command.OPEN],
  ["closes", Command.CLSE],
  ["answers that nobody waits for", Command.OKAY],
])("%s from a device do not block the event loop", async (_what, command) => {
  const { adb } = await connectTo(({ send }, packet) => {
    if (packet.command !== Command.OPEN) return;
    for (let sent = 0; sent < FRAMES; sent += 1) send(command, REMOTE_ID, 0);
    send(Command.OKAY, REMOTE_ID, packet.arg0);
  });
  expect(await roundsDuring(() => adb.createSocket("last"))).toBeGreaterThan(FRAMES / ITEMS_A_ROUND);
});
