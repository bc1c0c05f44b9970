import { type AnswerCheck, boundedShell, boundedSync } from "@terrarium/adb/bounded-answers";
import type { AdbSocket, AdbTransport } from "@yume-chan/adb";
import { MaybeConsumable } from "@yume-chan/stream-extra";
import { checkedStream, upTo } from "./checked-stream.ts";
import type { DeviceShare } from "./device-turns.ts";

/** How the answers of a service are framed that says lengths, for which Tango makes room before anything has come. */
const CHECKS: readonly (readonly [service: RegExp, check: () => AnswerCheck])[] = [
  [/^shell,v2\b/, boundedShell],
  [/^sync:/, boundedSync],
];
/** Pieces of other services, in which readers of ours may find thousands of messages. */
const PIECE_BYTES = 16_384;

/**
 * A transport whose sockets take every write: what can no longer be sent is dropped, as on a connection that broke.
 * Tango makes promises of writes and hands some of them to nobody (`Consumable.consumed`, the end of a push), so a write
 * that rejects when its socket closes would end the server. That a socket is over is told by `closed` and `readable`.
 * What says that it is longer than any device's answer fails `readable` with AdbProtocolError, and the socket is closed.
 * All that is read is charged to the device's share.
 */
export function ownSockets(transport: AdbTransport, share: DeviceShare): AdbTransport {
  const { serial, maxPayloadSize, banner, disconnected, clientFeatures } = transport;
  return {
    serial,
    maxPayloadSize,
    banner,
    disconnected,
    clientFeatures,
    connect: async (service) => ownSocket(await transport.connect(service), share),
    addReverseTunnel: (handler, address) =>
      transport.addReverseTunnel((socket) => handler(ownSocket(socket, share)), address),
    removeReverseTunnel: (address) => transport.removeReverseTunnel(address),
    clearReverseTunnels: () => transport.clearReverseTunnels(),
    close: () => transport.close(),
  };
}

function ownSocket(socket: AdbSocket, share: DeviceShare): AdbSocket {
  const { service, closed } = socket;
  const writer = socket.writable.getWriter();
  let isOver = false;
  /** A stream writes one chunk at a time, so that at most one waits for the device to take it. */
  let letGo: () => void = () => undefined;
  const finish = () => {
    isOver = true;
    letGo();
  };
  closed.then(finish, finish);
  const close = async () => {
    try {
      await socket.close();
    } catch {
      // The connection is gone, and the socket with it.
    }
  };
  const check = CHECKS.find(([framed]) => framed.test(service))?.[1]() ?? upTo(PIECE_BYTES);
  const readable = checkedStream(socket.readable, { check, share, refuse: () => void close() });
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
    close,
  };
}
