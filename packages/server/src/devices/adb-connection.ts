import { createPrivateKey, type KeyObject } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { signToken } from "@terrarium/adb/auth";
import { Command, encodeHeader, PacketParser } from "@terrarium/adb/packet";
import {
  Adb,
  type AdbAuthenticator,
  AdbAuthType,
  AdbCommand,
  type AdbCredentialStore,
  type AdbDaemonConnection,
  AdbDaemonTransport,
  type AdbPacketData,
  type AdbPacketInit,
} from "@yume-chan/adb";
import { Consumable, ReadableStream } from "@yume-chan/stream-extra";
import { withDeadline } from "../base/deadline.ts";
import { connectTo, type DeviceAddress } from "../base/device-address.ts";
import { publicKeyLine } from "./adb-key.ts";
import { connectThroughServer } from "./adb-server.ts";
import type { DeviceTarget } from "./device-session.ts";
import { type DeviceShare, deviceTurns } from "./device-turns.ts";
import { ownSockets } from "./owned-sockets.ts";
import { PacketAccount } from "./packet-account.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** How failures show themselves in Node's and Tango's words, and what they are. */
const CAUSES: readonly (readonly [sign: string, words: string])[] = [
  ["ECONNREFUSED", "it takes no connections"],
  ["ECONNRESET", "it broke off the connection"],
  ["Connection closed", "it broke off the connection"],
  ["EHOSTUNREACH", "it cannot be reached"],
  ["ETIMEDOUT", "it cannot be reached"],
  ["No authenticator", "it does not accept this sandbox's ADB key"],
  [
    'unknown command "STLS"',
    "it wants TLS, as wireless debugging does: attach it to an adb server, or use `adb tcpip`",
  ],
];

export interface AdbConnection {
  readonly adb: Adb;
  /** To be charged with what is found in the device's answers. */
  readonly share: DeviceShare;
  /** Resolves with the cause when the connection is over, whoever ended it. */
  readonly closed: Promise<string>;
  close(): void;
}

/**
 * Connects to a device, through the adb server that has it or else its ADB daemon, to which our key is proved. Rejects
 * with an Error that says in words what went wrong: no connection, key not accepted, no answer within 10 s.
 */
export async function connectAdb(
  { address, adbPrivateKeyPem, team }: Omit<DeviceTarget, "sandboxId">,
  options: ConnectOptions = {},
): Promise<AdbConnection> {
  const { host, port, serial } = address;
  const share = deviceTurns.join(team ?? [host, port, serial].join());
  try {
    const connection = await (serial === undefined
      ? connectDaemon(address, adbPrivateKeyPem, share, options)
      : connectToServer({ ...address, serial }, share));
    void connection.closed.then(() => share.leave());
    return connection;
  } catch (error) {
    share.leave();
    throw error;
  }
}

async function connectToServer(address: Required<DeviceAddress>, share: DeviceShare): Promise<AdbConnection> {
  try {
    return await withDeadline(CONNECT_TIMEOUT_MS, "the adb server", async (signal) => {
      const connection = await connectThroughServer(address, address.serial, share);
      if (signal.aborted) connection.close();
      return connection;
    });
  } catch (error) {
    throw explain(error);
  }
}

interface ConnectOptions {
  /** To a device that does not know our key, offer it: whoever has it in hand may then press "Allow". */
  offerKey?: boolean;
}

async function connectDaemon(
  address: DeviceAddress,
  adbPrivateKeyPem: string,
  share: DeviceShare,
  { offerKey = false }: ConnectOptions,
): Promise<AdbConnection> {
  const socket = connectTo(address);
  const timeout = setTimeout(
    () => socket.destroy(new Error(`no answer within ${CONNECT_TIMEOUT_MS} ms`)),
    CONNECT_TIMEOUT_MS,
  );
  let failure: Error | undefined;
  socket.on("error", (error) => (failure = error));
  try {
    await once(socket, "connect");
    const transport = await AdbDaemonTransport.authenticate({
      serial: `${address.host}:${address.port}`,
      connection: packetStreams(socket, share),
      credentialStore: NO_KEYS,
      authenticators: [proveKey(createPrivateKey(adbPrivateKeyPem), offerKey)],
      // With delayed acknowledgement Tango 2.6 drops what is still unread when a device closes a stream, and holds up
      // to 32 MiB a stream. With one packet in flight it can do neither.
      initialDelayedAckBytes: 0,
    });
    const closed = new Promise<string>((resolve) => {
      socket.once("close", () => resolve(failure?.message ?? "the device closed it"));
    });
    transport.disconnected.catch((error: unknown) =>
      socket.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return { adb: new Adb(ownSockets(transport, share)), share, closed, close: () => socket.destroy() };
  } catch (error) {
    socket.destroy();
    throw explain(failure ?? error);
  } finally {
    clearTimeout(timeout);
  }
}

/** What happened, in words fit for the device's user: without the address, which is the server's own affair. */
function explain(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const known = CAUSES.find(([sign]) => message.includes(sign));
  return new Error(known?.[1] ?? message, { cause: error });
}

/** The one key is the authenticator's. */
const NO_KEYS: AdbCredentialStore = {
  iterateKeys: () => [],
  generateKey: () => {
    throw new Error("a sandbox's key is made with the sandbox");
  },
};

/** Answers the first challenge. Tango's own signs in JavaScript, which holds the event loop for 10 ms and more. */
const proveKey = (key: KeyObject, offerKey: boolean): AdbAuthenticator =>
  async function* (_store, getNextRequest) {
    const { arg0, payload } = await getNextRequest();
    if (arg0 !== AdbAuthType.Token) return;
    yield { command: AdbCommand.Auth, arg0: AdbAuthType.Signature, arg1: 0, payload: signToken(payload, key) };
    if (!offerKey) return;
    // It was challenged anew: it does not know the key.
    await getNextRequest();
    const publicKey = Buffer.from(`${publicKeyLine(key)}\0`);
    yield { command: AdbCommand.Auth, arg0: AdbAuthType.PublicKey, arg1: 0, payload: publicKey };
  };

function packetStreams(socket: Socket, share: DeviceShare): AdbDaemonConnection {
  const account = new PacketAccount();
  return {
    readable: ReadableStream.from(readPackets(socket, account, share)),
    writable: new Consumable.WritableStream<AdbPacketInit>({
      write(packet) {
        account.send(packet);
        return writePacket(socket, packet);
      },
      close: () => void socket.end(),
      abort: () => void socket.destroy(),
    }),
  };
}

/**
 * Throws AdbProtocolError at what is no packet, one larger than we announced, or more of them than are kept: that ends
 * the connection. Nothing is read while the device waits for its turn.
 */
async function* readPackets(
  socket: Socket,
  account: PacketAccount,
  share: DeviceShare,
): AsyncGenerator<AdbPacketData, void, void> {
  const parser = new PacketParser();
  // Whoever hears of the error ends the socket with it; the iterator would without.
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    for (const packet of parser.parse(chunk)) {
      const { command, arg0, arg1, payload } = packet;
      const isTaken = account.receive(packet);
      // An answer to what we sent is free; what is written to a stream is charged when it is read.
      const turn = share.take(
        isTaken && (command === Command.OKAY || command === Command.WRTE) ? 0 : 1,
        payload.length,
      );
      if (turn) await turn;
      if (!isTaken) continue;
      // A copy: what is kept of a payload must not keep the whole chunk it came in.
      yield { command, arg0, arg1, payload: Uint8Array.from(payload) };
    }
  }
}

/**
 * Resolves when the kernel has the bytes: the caller may then reuse its buffer, and a slow device slows the caller.
 * Never rejects, since Tango does not await all that it sends; that the connection is over is told by `closed`.
 */
function writePacket(socket: Socket, { command, arg0, arg1, payload, checksum }: AdbPacketInit): Promise<void> {
  const header = encodeHeader(command, arg0, arg1, payload.length, checksum);
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.cork();
    socket.write(header);
    socket.write(payload, () => resolve());
    socket.uncork();
  });
}
