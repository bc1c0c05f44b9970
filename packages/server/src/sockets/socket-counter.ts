import type { Duplex } from "node:stream";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { Gauge, type Registry } from "prom-client";
import type { WebSocket } from "ws";
import { AppError } from "../base/app-error.ts";
import { type Caller, callerKey } from "../base/caller.ts";
import { Slots } from "../base/slots.ts";

/** Counts a socket while it is open. Throws socket_limit beyond what one sandbox, and one caller, may have. */
export type CountSocket = (socket: WebSocket | Duplex, caller: Caller, sandboxId: string, action: string) => void;

/**
 * `action` is what the sockets are counted by in the metrics: there must be few of them. `holdOpen` is told which sandbox
 * is used, until the function that it answers is called.
 */
export function createSocketCounter(
  metrics: Registry,
  holdOpen: (sandboxId: string) => () => void = () => () => undefined,
): CountSocket {
  const open = new Gauge({
    name: "terrarium_live_sockets",
    help: "Sockets on which screens, logs, shells, commands and browsers are watched and used",
    labelNames: ["action"],
    registers: [metrics],
  });
  const { perSandbox, perCaller } = DEVICE_LIMITS.sockets;
  const sandboxes = new Slots(perSandbox);
  const callers = new Slots(perCaller);
  return (socket, caller, sandboxId, action) => {
    if ("destroyed" in socket ? socket.destroyed : socket.readyState === socket.CLOSED) return;
    for (const [slots, key, limit] of [
      [sandboxes, sandboxId, perSandbox],
      [callers, callerKey(caller), perCaller],
    ] as const) {
      const release = slots.take(key);
      if (!release) throw new AppError("socket_limit", { limit });
      socket.once("close", release);
    }
    open.inc({ action });
    socket.once("close", () => open.dec({ action }));
    socket.once("close", holdOpen(sandboxId));
  };
}
