import { inspect } from "node:util";

/** An error may come again with each frame, and another each time: the host's log must not grow without end. */
const maxToldErrors = 100;

/**
 * Decides what becomes of the process after an error that nobody took. A promise that rejects unheard, as in an app's
 * effect, costs what waited for it and nothing else: it is logged in full, the same one once, and the device goes on.
 * After an exception nobody knows in which state it left the rest: it is logged in full and the process ends with code 1.
 */
export function surviveUnhandledRejections(log: (message: string, context: { error: string }) => void): void {
  const told = new Set<string>();
  process.on("unhandledRejection", (reason) => {
    const error = inspect(reason);
    if (told.has(error) || told.size >= maxToldErrors) return;
    told.add(error);
    log("a promise was rejected and nobody took the error; going on", { error });
  });
  process.on("uncaughtException", (error) => {
    log("ending after an exception that nobody caught", { error: inspect(error) });
    process.exit(1);
  });
}
