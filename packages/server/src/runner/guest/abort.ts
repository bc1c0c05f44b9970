/** AbortController and AbortSignal. Runs inside the interpreter. */
export function installAbort(): void {
  type Listener = ((event: { type: "abort"; target: Signal }) => void) | { handleEvent: (event: { type: "abort"; target: Signal }) => void };

  class Signal {
    aborted = false;
    reason: unknown = undefined;
    onabort: ((event: { type: "abort"; target: Signal }) => void) | null = null;
    readonly #listeners = new Set<Listener>();

    addEventListener(type: string, listener: Listener | null): void {
      if (type === "abort" && listener) this.#listeners.add(listener);
    }
    removeEventListener(type: string, listener: Listener): void {
      if (type === "abort") this.#listeners.delete(listener);
    }
    throwIfAborted(): void {
      if (this.aborted) throw this.reason;
    }
    static trigger(signal: Signal, reason: unknown): void {
      if (signal.aborted) return;
      signal.aborted = true;
      signal.reason = reason ?? new DOMException("This operation was aborted", "AbortError");
      const event = { type: "abort", target: signal } as const;
      signal.onabort?.(event);
      for (const listener of signal.#listeners) {
        if (typeof listener === "function") listener(event);
        else listener.handleEvent(event);
      }
    }
    static abort(reason?: unknown): Signal {
      const signal = new Signal();
      trigger(signal, reason);
      return signal;
    }
    static timeout(delayMs: number): Signal {
      const signal = new Signal();
      setTimeout(() => trigger(signal, new DOMException("The operation was aborted due to timeout", "TimeoutError")), delayMs);
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
  const { trigger } = Signal;
  Reflect.deleteProperty(Signal, "trigger");

  class AbortController {
    readonly signal = new Signal();
    abort(reason?: unknown): void {
      trigger(this.signal, reason);
    }
  }
  Object.assign(globalThis, { AbortController, AbortSignal: Signal });
}
