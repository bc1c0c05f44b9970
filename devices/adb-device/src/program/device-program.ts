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

/** The message of a starter that has recorded this device: a later server finds it from then on. */
const RECORDED = "recorded";

const isRecorded = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "event" in message && message.event === RECORDED;

/** Ends this process with its starter, which alone knows of it. The returned function lets it outlive the starter. */
function endWithStarter(): () => void {
  const end = () => process.exit(0);
  if (process.send && !process.connected) end();
  process.once("disconnect", end);
  return () => process.off("disconnect", end);
}

export interface DeviceProgram {
  log: Log;
  /**
   * Reports that the device answers: by a line on stdout, and by a message where there is a channel. Such a device ends
   * with its starter until that answers `{"event":"recorded"}`; then it closes the channel and goes on alone.
   */
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
      process.on("message", (message) => {
        if (!isRecorded(message)) return;
        goOnAlone();
        process.send?.({ event: "alone" }, () => process.connected && process.disconnect());
      });
      // Without the callback, a reader that is gone would be an error.
      process.send?.(ready, () => undefined);
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
