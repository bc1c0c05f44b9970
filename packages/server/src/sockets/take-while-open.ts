import type { Duplex } from "node:stream";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, callerKey, ownerKey } from "@terrarium/platform/base/caller";
import { Slots } from "@terrarium/platform/base/slots";
import type { WebSocket } from "ws";

type AnySocket = WebSocket | Duplex;

/** Returns whether a socket is closed. A closed socket emits no further event to listeners. */
export const isClosed = (socket: AnySocket): boolean =>
  "destroyed" in socket ? socket.destroyed : socket.readyState === socket.CLOSED;

/** Takes a slot while the socket is open. Throws socket_limit if none is left. */
export function takeWhileOpen(socket: AnySocket, slots: Slots, key: string): void {
  const release = slots.take(key);
  if (!release) throw new AppError("socket_limit", { limit: slots.max });
  if (isClosed(socket)) release();
  else socket.once("close", release);
}

/**
 * Counts open sockets per caller, and per user over all API keys and links. The returned function throws socket_limit.
 */
export function createCallerCounter(max: {
  perCaller: number;
  perUser: number;
}): (socket: AnySocket, caller: Caller) => void {
  const [callers, users] = [new Slots(max.perCaller), new Slots(max.perUser)];
  return (socket, caller) => {
    takeWhileOpen(socket, callers, callerKey(caller));
    takeWhileOpen(socket, users, ownerKey(caller));
  };
}
