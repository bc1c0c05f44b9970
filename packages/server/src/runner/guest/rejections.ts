import type { Guest } from "./guest.ts";

/**
 * `__watch` ends the run when one of its promises is rejected without a handler, because the interpreter has no hook
 * for that. Returns its last argument. Runs inside the interpreter.
 */
export function installRejections(guest: Guest): void {
  // Captured, because the script may replace it.
  const then = Object.getOwnPropertyDescriptor(Promise.prototype, "then")?.value as Promise<unknown>["then"];
  const looked = new WeakSet<object>();
  // Both `await` and `then` read a promise's `constructor` (ECMA-262 PromiseResolve and SpeciesConstructor).
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
    // Only our own call read it.
    looked.delete(value);
  };
  // By index, because a script may replace the iterator of lists.
  guest.watch = (...values: unknown[]): unknown => {
    for (let i = 0; i < values.length; i++) watch(values[i]);
    return values[values.length - 1];
  };
  Object.defineProperty(globalThis, "__watch", { value: guest.watch });
}
