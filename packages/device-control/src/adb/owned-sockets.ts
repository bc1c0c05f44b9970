import { type AnswerCheck, boundedShell, boundedSync } from "@terrarium/adb/bounded-answers";
import type { AdbSocket, AdbTransport } from "@yume-chan/adb";
import { MaybeConsumable } from "@yume-chan/stream-extra";
import { checkedStream, upTo } from "./checked-stream.ts";
import type { DeviceShare } from "./device-turns.ts";

/** Checks for services with lengths in their answers: Tango allocates memory for them in advance. */
const CHECKS: readonly (readonly [service: RegExp, check: () => AnswerCheck])[] = [
  [/^shell,v2\b/, boundedShell],
  [/^sync:/, boundedSync],
];
/** Maximum piece of other services. Our parsers may find thousands of messages in one piece. */
const PIECE_BYTES = 16_384;

/**
 * Wraps a transport so that writes to its sockets never reject; data that cannot be sent is dropped, as on a broken
 * connection. Tango does not handle some of its promises of writes (`Consumable.consumed`, the end of a push), so a
 * rejected write would end the server. `closed` and `readable` report the end of a socket. Data that claims an
 * impossible length fails `readable` with AdbProtocolError and closes the socket. All data read is charged to the
 * device's share.
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
  /** Resolves the pending write. A stream writes one chunk at a time, so there is at most one. */
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
