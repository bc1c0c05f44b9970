import { createPrivateKey, type KeyObject } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { signToken } from "@terrarium/adb/auth";
import { Command, encodeHeader, PacketParser } from "@terrarium/adb/packet";
import { withDeadline } from "@terrarium/platform/base/deadline";
import { connectTo, type DeviceAddress } from "@terrarium/platform/base/device-address";
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
import type { DeviceTarget } from "../device/device-session.ts";
import type { AdbConnection } from "./adb-connection.ts";
import { publicKeyLine } from "./adb-key.ts";
import { connectThroughServer } from "./adb-server.ts";
import { type DeviceShare, deviceTurns } from "./device-turns.ts";
import { ownSockets } from "./owned-sockets.ts";
import { PacketAccount } from "./packet-account.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** Error texts of Node and Tango, with the user-visible causes. */
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

/**
 * Connects to a device through its adb server, or directly to its ADB daemon with our key. Rejects with an Error that
 * names the cause: no connection, key not accepted, no answer within 10 s.
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
  /** Offers our public key to a device that does not know it, so that a person can press "Allow" on the device. */
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
      // With delayed acknowledgement Tango 2.6 drops unread data when a device closes a stream, and buffers up to 32
      // MiB per stream. With one packet in flight neither happens.
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

/** Returns the user-visible cause, without the server's internal address. */
function explain(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const known = CAUSES.find(([sign]) => message.includes(sign));
  return new Error(known?.[1] ?? message, { cause: error });
}

/** The authenticator provides the only key. */
const NO_KEYS: AdbCredentialStore = {
  iterateKeys: () => [],
  generateKey: () => {
    throw new Error("a sandbox's key is created with the sandbox");
  },
};

/**
 * Signs the first challenge. Tango's own implementation signs in JavaScript, which blocks the event loop for 10 ms or
 * more.
 */
const proveKey = (key: KeyObject, offerKey: boolean): AdbAuthenticator =>
  async function* (_store, getNextRequest) {
    const { arg0, payload } = await getNextRequest();
    if (arg0 !== AdbAuthType.Token) return;
    yield { command: AdbCommand.Auth, arg0: AdbAuthType.Signature, arg1: 0, payload: signToken(payload, key) };
    if (!offerKey) return;
    // A second challenge shows that the device does not know the key.
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
 * Reads packets. Throws AdbProtocolError on invalid packets, packets above the announced size, or too many unanswered
 * ones; that ends the connection. Reading pauses while the device waits for its turn.
 */
async function* readPackets(
  socket: Socket,
  account: PacketAccount,
  share: DeviceShare,
): AsyncGenerator<AdbPacketData, void, void> {
  const parser = new PacketParser();
  // The receiver of the error destroys the socket with it; the iterator would destroy it without.
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    for (const packet of parser.parse(chunk)) {
      const { command, arg0, arg1, payload } = packet;
      const isTaken = account.receive(packet);
      // Answers to our packets are free; stream data is charged when it is read.
      const turn = share.take(
        isTaken && (command === Command.OKAY || command === Command.WRTE) ? 0 : 1,
        payload.length,
      );
      if (turn) await turn;
      if (!isTaken) continue;
      // Copied, so that a kept payload does not keep its whole chunk in memory.
      yield { command, arg0, arg1, payload: Uint8Array.from(payload) };
    }
  }
}

/**
 * Resolves when the kernel has accepted the bytes, so the caller may reuse its buffer, and a slow device slows the
 * caller. Never rejects, because Tango does not await all its writes; `closed` reports the end of the connection.
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
