import { setImmediate as nextTurn } from "node:timers/promises";
import { AdbDaemonSocketController, type AdbPacketDispatcher, type AdbSocket, type AdbTransport } from "@yume-chan/adb";
import { Consumable } from "@yume-chan/stream-extra";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownSockets } from "./owned-sockets.ts";

const unowned = vi.fn<(error: unknown) => void>();
beforeEach(() => {
  unowned.mockClear();
  process.on("unhandledRejection", unowned);
});
afterEach(() => {
  process.off("unhandledRejection", unowned);
});

/** Tango's own socket to a device that takes one packet and then no more. */
async function openSocket(): Promise<{ socket: AdbSocket; controller: AdbDaemonSocketController; sent: unknown[] }> {
  const sent: unknown[] = [];
  const dispatcher = {
    options: { maxPayloadSize: 1_048_576 },
    sendPacket: async (...packet: unknown[]) => void sent.push(packet),
  } as unknown as AdbPacketDispatcher;
  const controller = new AdbDaemonSocketController({
    dispatcher,
    localId: 1,
    remoteId: 1,
    localCreated: true,
    service: "sync:",
    availableWriteBytes: Infinity,
  });
  const transport = { connect: async () => controller.socket } as unknown as AdbTransport;
  return { socket: await ownSockets(transport).connect("sync:"), controller, sent };
}

test.each([
  ["is closed here", (controller: AdbDaemonSocketController) => controller.close()],
  ["loses its connection", async (controller: AdbDaemonSocketController) => controller.dispose()],
])(
  "a socket that %s lets go of the write that waits and takes what comes later, and no promise is left",
  async (_name, end) => {
    const { socket, controller, sent } = await openSocket();
    const writer = socket.writable.getWriter();
    // As Tango writes files and control messages: the bytes, and a promise of its own that they were consumed.
    const write = () => Consumable.WritableStream.write(writer, Uint8Array.of(1));
    await write();
    const waiting = [write(), write()];
    await nextTurn();
    expect(sent).toHaveLength(1);
    await end(controller);
    await Promise.all(waiting);
    await write();
    await nextTurn();
    expect(unowned).not.toHaveBeenCalled();
  },
);
