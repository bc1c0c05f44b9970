import type { Log } from "../ports/log.ts";
import { boundLog } from "./host-log.ts";
import { surviveUnhandledRejections } from "./unhandled-errors.ts";

/** Logs are JSON lines on stderr; stdout holds the events that whoever started the device waits for. */
function writeLine(message: string, context: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...context })}\n`);
}

/** The device outlives whoever reads its output: a broken pipe is no reason to end. */
function surviveClosedPipes(log: Log): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    });
  }
  process.on("SIGHUP", () => log("the terminal closed; going on"));
}

/** Until it has said that it is ready, nobody but whoever holds its channel knows of this process: it ends with them. */
function endWithStarter(): () => void {
  const end = () => process.exit(0);
  if (process.send && !process.connected) end();
  process.once("disconnect", end);
  return () => process.off("disconnect", end);
}

export interface DeviceProgram {
  log: Log;
  /** Tells whoever waits for the device: a line on stdout, and a message where there is a channel, which then closes. */
  ready(port: number): void;
  /** Calls the function when the process is told to end, and ends it then, or after that time, whether or not all has closed. */
  onStop(close: () => Promise<void>, withinMs?: number): void;
}

/** What a device has to close that has nothing to store by then. */
const shutdownMs = 800;

/** What every device's process does around its device. To be called first. */
export function beginDeviceProgram(): DeviceProgram {
  const log = boundLog(writeLine);
  surviveClosedPipes(log);
  // Bounded by itself, and the last words before an end are not to be left out.
  surviveUnhandledRejections(writeLine);
  const goOnAlone = endWithStarter();
  return {
    log,
    ready(port) {
      const ready = { event: "ready", port };
      goOnAlone();
      // Without the callback, a reader that is gone would be an error.
      process.send?.(ready, () => process.connected && process.disconnect());
      process.stdout.write(`${JSON.stringify(ready)}\n`);
    },
    onStop(close, withinMs = shutdownMs) {
      const stop = (signal: string) => {
        log("stopping", { signal });
        setTimeout(() => process.exit(0), withinMs).unref();
        void close().then(() => process.exit(0));
      };
      process.once("SIGTERM", stop).once("SIGINT", stop);
    },
  };
}
