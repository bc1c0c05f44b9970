import type { Duplex } from "node:stream";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { type Caller, keepsAlive } from "@terrarium/platform/base/caller";
import { Slots } from "@terrarium/platform/base/slots";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
import { Gauge, type Registry } from "prom-client";
import type { WebSocket } from "ws";
import { createCallerCounter, isClosed, takeWhileOpen } from "./take-while-open.ts";

/** Counts a socket while it is open. Throws socket_limit above the limits of one sandbox, one caller and one user. */
export type CountSocket = (socket: WebSocket | Duplex, caller: Caller, sandboxId: string, action: string) => void;

/**
 * Creates a socket counter. `action` is the label of sockets in the metrics, so it must have few values. `holdOpen`
 * marks a sandbox as in use until its returned function is called.
 */
export function createSocketCounter(
  metrics: Registry,
  holdOpen: (sandboxId: string) => () => void = () => () => undefined,
): CountSocket {
  const open = new Gauge({ ...METRICS.liveSockets, registers: [metrics] });
  const sandboxes = new Slots(DEVICE_LIMITS.sockets.perSandbox);
  const countForCaller = createCallerCounter(DEVICE_LIMITS.sockets);
  return (socket, caller, sandboxId, action) => {
    if (isClosed(socket)) return;
    takeWhileOpen(socket, sandboxes, sandboxId);
    countForCaller(socket, caller);
    open.inc({ action });
    socket.once("close", () => open.dec({ action }));
    if (keepsAlive(caller)) socket.once("close", holdOpen(sandboxId));
  };
}
