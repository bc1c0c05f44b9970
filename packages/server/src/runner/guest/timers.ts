import type { Guest } from "./guest.ts";

/** Timers and microtasks. Runs inside the interpreter. */
export function installTimers(guest: Guest): void {
  const timers = new Map<number, { run: () => void; repeats: boolean }>();

  function start(handler: unknown, delayMs: unknown, args: unknown[], repeats: boolean): number {
    if (typeof handler !== "function") throw new TypeError("A timer needs a function");
    const waitMs = Math.max(1, Number(delayMs) || 1);
    const id = guest.call("setTimer", [waitMs, repeats]);
    timers.set(id, { run: () => void guest.watch(handler(...args)), repeats });
    return id;
  }

  function stop(id: unknown): void {
    if (typeof id === "number" && timers.delete(id)) guest.call("clearTimer", [id]);
  }

  guest.on("timer", (id) => {
    const timer = timers.get(id);
    if (!timer) return;
    if (!timer.repeats) timers.delete(id);
    timer.run();
  });

  Object.assign(globalThis, {
    setTimeout: (handler: unknown, delayMs?: unknown, ...args: unknown[]) => start(handler, delayMs, args, false),
    setInterval: (handler: unknown, delayMs?: unknown, ...args: unknown[]) => start(handler, delayMs, args, true),
    clearTimeout: stop,
    clearInterval: stop,
    queueMicrotask: (task: () => void) => {
      if (typeof task !== "function") throw new TypeError("queueMicrotask needs a function");
      Promise.resolve().then(task).catch(guest.fail);
    },
  });
}
