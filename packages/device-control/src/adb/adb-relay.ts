import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { signToken } from "@terrarium/adb/auth";
import { type AdbPacket, AuthKind, Command, encodeHeader, PacketParser, payloadCheck } from "@terrarium/adb/packet";
import { connectTo } from "@terrarium/platform/base/device-address";
import type { DeviceTarget } from "../device/device-session.ts";

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Size of the read buffer. It is reused, because allocations would be most of the work. */
const READ_BYTES = 262_144;

/** An authenticated connection to a device's ADB daemon, which then relays bytes unchanged. */
export interface AdbRelay {
  socket: Socket;
  /** The device's response to the client's greeting. */
  banner: Buffer;
  /** Passes the device's data to the listener, which owns the bytes until it calls `next`. */
  read: (listener: (bytes: Buffer, next: () => void) => void) => void;
}

/**
 * Connects an ADB client to a device. Forwards the client's greeting (CNXN: version, largest payload, features)
 * unchanged. Answers the device's challenge with the sandbox's key, so that the client sees a device without
 * authentication. Source: AOSP packages/modules/adb, protocol.txt. Rejects with an Error that names the cause.
 */
export async function openAdbRelay(
  { address, adbPrivateKeyPem }: Pick<DeviceTarget, "address" | "adbPrivateKeyPem">,
  greeting: AdbPacket,
): Promise<AdbRelay> {
  let receive: (bytes: Buffer) => boolean = () => false;
  const onread = {
    buffer: Buffer.allocUnsafeSlow(READ_BYTES),
    callback: (length: number, buffer: Uint8Array) => receive((buffer as Buffer).subarray(0, length)),
  };
  const socket = connectTo(address, { onread });
  const timeout = setTimeout(
    () => socket.destroy(new Error("the device did not answer in time")),
    HANDSHAKE_TIMEOUT_MS,
  );
  // Waiting code handles the error; later, the socket's end reports it.
  socket.on("error", () => undefined);
  try {
    await once(socket, "connect");
    socket.write(encodePacket(greeting));
    const banner = await authenticate(socket, adbPrivateKeyPem, (take) => (receive = take));
    return {
      socket,
      banner,
      read(listener) {
        receive = (bytes) => {
          listener(bytes, () => socket.resume());
          return false;
        };
        socket.resume();
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}

/** Answers the device's single challenge. Resolves with its greeting and then stops reading. */
function authenticate(
  socket: Socket,
  adbPrivateKeyPem: string,
  onReceive: (receive: (bytes: Buffer) => boolean) => void,
): Promise<Buffer> {
  const parser = new PacketParser();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let hasSigned = false;
  let isOver = false;

  const take = (packet: AdbPacket): void => {
    if (packet.command === Command.CNXN) {
      isOver = true;
      return resolve(encodePacket(packet));
    }
    if (packet.command !== Command.AUTH || packet.arg0 !== AuthKind.token)
      throw new Error("the device speaks an unsupported version of ADB");
    if (hasSigned) throw new Error("the device does not accept this sandbox's ADB key");
    hasSigned = true;
    const payload = signToken(packet.payload, createPrivateKey(adbPrivateKeyPem));
    const check = payloadCheck(payload);
    socket.write(encodePacket({ command: Command.AUTH, arg0: AuthKind.signature, arg1: 0, check, payload }));
  };
  onReceive((bytes) => {
    try {
      // The parser may keep incomplete packets, so it gets a copy.
      for (const packet of parser.parse(Buffer.from(bytes))) take(packet);
    } catch (error) {
      reject(error);
    }
    return !isOver;
  });
  const breakOff = () => reject(new Error("the device closed the connection"));
  socket.on("error", reject).on("close", breakOff).resume();
  return promise.finally(() => socket.off("error", reject).off("close", breakOff));
}

/** Encodes a packet in wire format. */
const encodePacket = ({
  command,
  arg0,
  arg1,
  check,
  payload,
}: Pick<AdbPacket, "command" | "arg0" | "arg1" | "check" | "payload">): Buffer =>
  Buffer.concat([encodeHeader(command, arg0, arg1, payload.length, check), payload]);
