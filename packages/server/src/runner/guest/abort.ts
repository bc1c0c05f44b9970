/** AbortController and AbortSignal. Runs inside the interpreter. */
export function installAbort(): void {
  interface AbortEvent {
    type: "abort";
    target: Signal;
  }
  type Listener = ((event: AbortEvent) => void) | { handleEvent: (event: AbortEvent) => void };
  const listenersOf = new WeakMap<Signal, Set<Listener>>();

  function trigger(signal: Signal, reason: unknown): void {
    if (signal.aborted) return;
    signal.aborted = true;
    signal.reason = reason ?? new DOMException("This operation was aborted", "AbortError");
    const event = { type: "abort", target: signal } as const;
    signal.onabort?.(event);
    for (const listener of listenersOf.get(signal) ?? []) {
      if (typeof listener === "function") listener(event);
      else listener.handleEvent(event);
    }
  }

  class Signal {
    aborted = false;
    reason: unknown = undefined;
    onabort: ((event: AbortEvent) => void) | null = null;

    constructor() {
      listenersOf.set(this, new Set());
    }
    addEventListener(type: string, listener: Listener | null): void {
      if (type === "abort" && listener) listenersOf.get(this)?.add(listener);
    }
    removeEventListener(type: string, listener: Listener): void {
      if (type === "abort") listenersOf.get(this)?.delete(listener);
    }
    throwIfAborted(): void {
      if (this.aborted) throw this.reason;
    }
    static abort(reason?: unknown): Signal {
      const signal = new Signal();
      trigger(signal, reason);
      return signal;
    }
    static timeout(delayMs: number): Signal {
      const signal = new Signal();
      const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
      setTimeout(() => trigger(signal, reason), delayMs);
      return signal;
    }
    static any(signals: Iterable<Signal>): Signal {
      const joint = new Signal();
      for (const signal of signals) {
        if (signal.aborted) trigger(joint, signal.reason);
        else signal.addEventListener("abort", () => trigger(joint, signal.reason));
      }
      return joint;
    }
  }
  Object.defineProperty(Signal, "name", { value: "AbortSignal" });

  class AbortController {
    readonly signal = new Signal();
    abort(reason?: unknown): void {
      trigger(this.signal, reason);
    }
  }
  Object.assign(globalThis, { AbortController, AbortSignal: Signal });
}
