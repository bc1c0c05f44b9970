import { inspect } from "node:util";

/** An error may recur with every frame, and differ each time: the host's log must not grow without limit. */
const MAX_TOLD_ERRORS = 100;

/**
 * Handles uncaught errors of the process. An unhandled rejection, for example in an app's effect, affects only the code
 * that awaits it. It is logged in full, each distinct one once, and the device continues. An uncaught exception leaves
 * an unknown state: it is logged in full, and the process exits with code 1.
 */
export function surviveUnhandledRejections(log: (message: string, context: { error: string }) => void): void {
  const told = new Set<string>();
  process.on("unhandledRejection", (reason) => {
    const error = inspect(reason);
    if (told.has(error) || told.size >= MAX_TOLD_ERRORS) return;
    told.add(error);
    log("a promise was rejected and nobody took the error; going on", { error });
  });
  process.on("uncaughtException", (error) => {
    log("ending after an exception that nobody caught", { error: inspect(error) });
    process.exit(1);
  });
}
