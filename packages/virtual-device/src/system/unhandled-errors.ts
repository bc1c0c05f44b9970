import { inspect } from "node:util";

/**
 * Decides what becomes of the process after an error that nobody took. A promise that rejects unheard, as in an app's
 * effect, costs what waited for it and nothing else: it is logged in full and the device goes on. After an exception
 * nobody knows in which state it left the rest: it is logged in full and the process ends with code 1.
 */
export function surviveUnhandledRejections(log: (message: string, context: { error: string }) => void): void {
  process.on("unhandledRejection", (reason) => {
    log("a promise was rejected and nobody took the error; going on", { error: inspect(reason) });
  });
  process.on("uncaughtException", (error) => {
    log("ending after an exception that nobody caught", { error: inspect(error) });
    process.exit(1);
  });
}
