import type { Log } from "../ports/log.ts";
import { boundLog } from "./host-log.ts";
import { surviveUnhandledRejections } from "./unhandled-errors.ts";

/** Writes a JSON log line to stderr; stdout carries the events for the parent process. */
function writeLine(message: string, context: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...context })}\n`);
}

/** Keeps the device running after the reader of its output has gone: a broken pipe is not fatal. */
function surviveClosedPipes(log: Log): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    });
  }
  process.on("SIGHUP", () => log("the terminal closed; going on"));
}

/** Message of a parent process that has recorded this device; later servers can find it from then on. */
const RECORDED = "recorded";

const isRecorded = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "event" in message && message.event === RECORDED;

/**
 * Ends this process with its parent, as long as only the parent knows of it. Returns a function that makes the process
 * outlive its parent.
 */
function endWithStarter(): () => void {
  const end = () => process.exit(0);
  if (process.send && !process.connected) end();
  process.once("disconnect", end);
  return () => process.off("disconnect", end);
}

export interface DeviceProgram {
  log: Log;
  /**
   * Reports that the device is ready, with a line on stdout, and with a message if there is a channel. A device with a
   * channel ends with its parent until the parent sends `{"event":"recorded"}`. It then closes the channel and runs
   * independently.
   */
  ready(port: number): void;
  /**
   * Calls the function on a request to end. Exits after the function, or after `withinMs` even if closing is
   * incomplete.
   */
  onStop(close: () => Promise<void>, withinMs?: number): void;
}

/** Time limit for closing a device without data to store. */
const SHUTDOWN_MS = 800;

/** Sets up a device process. Call it first. */
export function beginDeviceProgram(): DeviceProgram {
  const log = boundLog(writeLine);
  surviveClosedPipes(log);
  // Limited on its own, and the last messages before an exit must not be dropped.
  surviveUnhandledRejections(writeLine);
  const goOnAlone = endWithStarter();
  return {
    log,
    ready(port) {
      const ready = { event: "ready", port };
      process.on("message", (message) => {
        if (!isRecorded(message)) return;
        goOnAlone();
        process.send?.({ event: "alone" }, () => process.connected && process.disconnect());
      });
      // Without the callback, a disconnected parent would cause an error.
      process.send?.(ready, () => undefined);
      process.stdout.write(`${JSON.stringify(ready)}\n`);
    },
    onStop(close, withinMs = SHUTDOWN_MS) {
      const stop = (signal: string) => {
        log("stopping", { signal });
        setTimeout(() => process.exit(0), withinMs).unref();
        void close().then(() => process.exit(0));
      };
      process.once("SIGTERM", stop).once("SIGINT", stop);
    },
  };
}
