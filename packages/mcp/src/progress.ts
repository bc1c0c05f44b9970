import { cut } from "./screen/cut.ts";
import type { ToolContext } from "./tools/tool.ts";

// A type, because an interface is no index type.
type ProgressParams = { progressToken: string | number; progress: number; total?: number; message: string };

/** A client's request for progress notifications, and the way to send them. */
export interface Notify {
  token: string | number | undefined;
  send: (params: ProgressParams) => Promise<void>;
}

/** Shortest time between two notifications that are not the last. */
const PAUSE_MS = 1_000;
const MESSAGE_CHARS = 200;

/**
 * Returns the function by which a tool notifies the client. Without a client that asked for it, nothing is sent. The
 * numbers increase, as the protocol requires; without a total they only count.
 */
export function createProgress(notify: Notify | undefined, signal: AbortSignal): ToolContext["progress"] {
  if (notify?.token === undefined) return () => undefined;
  const { token, send } = notify;
  let sent = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (message, of) => {
    const nowMs = performance.now();
    if (signal.aborted || (!of && nowMs - lastMs < PAUSE_MS)) return;
    lastMs = nowMs;
    sent += 1;
    const progress = of ? { progress: of.done, total: of.total } : { progress: sent };
    // A client that has left needs no progress.
    void send({ progressToken: token, ...progress, message: cut(message, MESSAGE_CHARS) }).catch(() => undefined);
  };
}
