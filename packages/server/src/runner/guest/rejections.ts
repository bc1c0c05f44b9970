import type { Guest } from "./guest.ts";

/**
 * `__watch`, which ends the run when one of the promises that it is given is rejected and nobody has looked at it: the
 * interpreter has no hook for that. It answers the last of what it is given. Runs inside the interpreter.
 */
export function installRejections(guest: Guest): void {
  // Kept from the script, which may replace it.
  const then = Object.getOwnPropertyDescriptor(Promise.prototype, "then")?.value as Promise<unknown>["then"];
  const looked = new WeakSet<object>();
  // Awaiting a promise, and `then`, read its `constructor` (ECMA-262 PromiseResolve and SpeciesConstructor).
  Reflect.defineProperty(Promise.prototype, "constructor", {
    configurable: true,
    get(this: object) {
      looked.add(this);
      return Promise;
    },
  });
  const watch = (value: unknown) => {
    const isOurs = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Promise.prototype;
    if (!isOurs || looked.has(value)) return;
    const onRejected = (error: unknown) => {
      if (!looked.has(value)) guest.fail(error);
    };
    void Reflect.apply(then, value, [undefined, onRejected]);
    // That was only us.
    looked.delete(value);
  };
  // By number: a script may replace how lists are gone through.
  guest.watch = (...values: unknown[]): unknown => {
    for (let i = 0; i < values.length; i++) watch(values[i]);
    return values[values.length - 1];
  };
  Object.defineProperty(globalThis, "__watch", { value: guest.watch });
}
