import type { AdbSocket, AdbTransport } from "@yume-chan/adb";
import { MaybeConsumable } from "@yume-chan/stream-extra";

/**
 * A transport whose sockets take every write: what can no longer be sent is dropped, as on a connection that broke.
 * Tango makes promises of writes and hands some of them to nobody (`Consumable.consumed`, the end of a push), so a write
 * that rejects when its socket closes would end the server. That a socket is over is told by `closed` and `readable`.
 */
export function ownSockets(transport: AdbTransport): AdbTransport {
  const { serial, maxPayloadSize, banner, disconnected, clientFeatures } = transport;
  return {
    serial,
    maxPayloadSize,
    banner,
    disconnected,
    clientFeatures,
    connect: async (service) => ownSocket(await transport.connect(service)),
    addReverseTunnel: (handler, address) => transport.addReverseTunnel((socket) => handler(ownSocket(socket)), address),
    removeReverseTunnel: (address) => transport.removeReverseTunnel(address),
    clearReverseTunnels: () => transport.clearReverseTunnels(),
    close: () => transport.close(),
  };
}

function ownSocket(socket: AdbSocket): AdbSocket {
  const { service, readable, closed } = socket;
  const writer = socket.writable.getWriter();
  let isOver = false;
  /** A stream writes one chunk at a time, so that at most one waits for the device to take it. */
  let letGo: () => void = () => undefined;
  const finish = () => {
    isOver = true;
    letGo();
  };
  closed.then(finish, finish);
  return {
    service,
    readable,
    closed,
    writable: new MaybeConsumable.WritableStream<Uint8Array>({
      write: (bytes) =>
        new Promise<void>((resolve) => {
          letGo = resolve;
          if (isOver) resolve();
          else writer.write(bytes).then(() => resolve(), finish);
        }),
    }),
    close: async () => {
      try {
        await socket.close();
      } catch {
        // The connection is gone, and the socket with it.
      }
    },
  };
}
