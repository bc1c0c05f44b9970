import { type AdbPacket, Command, PacketParser } from "@terrarium/adb/packet";
import { noteReceived } from "@terrarium/bounds/received-memory";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { type AdbRelay, openAdbRelay } from "@terrarium/device-control/adb/adb-relay";
import type { DeviceTarget, SessionEnd } from "@terrarium/device-control/device/device-session";
import type { RawData, WebSocket } from "ws";
import { closeSocket, type LiveConnection } from "../sockets/live-socket.ts";

/**
 * Relays the bytes of one ADB connection between a client's WebSocket and the device. Calls `onConnected` after the
 * device has accepted the client.
 */
export function openAdbSocket(
  socket: WebSocket,
  target: DeviceTarget,
  { onConnected, end }: { onConnected: () => void; end: (end: SessionEnd) => void },
): LiveConnection {
  const parser = new PacketParser();
  let relay: AdbRelay | "opening" | undefined;
  let isClosed = false;

  const open = async (greeting: AdbPacket) => {
    const opened = await openAdbRelay(target, greeting);
    if (isClosed) return void opened.socket.destroy();
    relay = opened;
    socket.send(opened.banner);
    sendOutput(socket, opened, end);
    onConnected();
  };

  const greet = (bytes: Buffer): void => {
    const [greeting, ...others] = parser.parse(bytes);
    if (!greeting) return;
    if (relay !== undefined || others.length > 0 || greeting.command !== Command.CNXN)
      throw new Error("an ADB client must begin with CNXN and wait for the answer");
    relay = "opening";
    open(greeting).catch((error: unknown) => end({ cause: "device-failed", detail: messageOf(error) }));
  };

  socket.on("message", (data: RawData, isBinary: boolean) => {
    const bytes = data as Buffer;
    if (!isBinary) return closeSocket(socket, CLOSE_CODES.badRequest, "ADB is carried in binary messages");
    if (typeof relay === "object") return forward(socket, relay, bytes);
    try {
      greet(bytes);
    } catch (error) {
      closeSocket(socket, CLOSE_CODES.badRequest, messageOf(error));
    }
  });

  return {
    close() {
      isClosed = true;
      if (typeof relay === "object") relay.socket.destroy();
    },
  };
}

/** A device that stops reading pauses the client. */
function forward(socket: WebSocket, { socket: device }: AdbRelay, bytes: Buffer): void {
  noteReceived(bytes.length);
  if (device.destroyed || device.write(bytes)) return;
  socket.pause();
  device.once("drain", () => socket.resume());
}

/** Unread data of the client pauses the device. */
function sendOutput(socket: WebSocket, relay: AdbRelay, end: (end: SessionEnd) => void): void {
  relay.socket.once("close", () => end({ cause: "device-failed", detail: "the device closed the connection" }));
  relay.read((bytes, next) => socket.send(bytes, next));
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
