import type { Guest } from "./guest.ts";

/** `process.env`, and what scripts written for Node reach for. Runs inside the interpreter. */
export function installEnvironment(guest: Guest, env: Record<string, string>): void {
  const startedAt = Date.now();
  const fail = (error: unknown) => guest.call("fail", [guest.describe(error)]);

  Object.assign(globalThis, {
    global: globalThis,
    process: { env },
    performance: { now: () => Date.now() - startedAt },
    require: (name: unknown) => {
      throw new Error(`require("${String(name)}") does not work here: write import { GboxClient } from "gbox-sdk"`);
    },
  });

  /**
   * Makes the promise that a function returns end the run when it is rejected and nobody has looked at it: the
   * interpreter has no hook for that. Awaiting a promise, and `then`, read its `constructor` (ECMA-262 PromiseResolve
   * and SpeciesConstructor).
   */
  function watch(value: unknown): unknown {
    if (typeof value !== "function") return value;
    return (...args: unknown[]): unknown => {
      const result: unknown = value(...args);
      if (!(result instanceof Promise)) return result;
      let looked = false;
      result.catch((error: unknown) => {
        if (!looked) fail(error);
      });
      Reflect.defineProperty(result, "constructor", {
        configurable: true,
        get: () => {
          looked = true;
          return Promise;
        },
      });
      return result;
    };
  }
  Object.defineProperty(globalThis, "__watch", { value: watch });
}
