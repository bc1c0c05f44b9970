const WINDOW_MS = 10 * 60_000;
/** Different rejections of a caller on a sandbox in this time. */
const EACH_MAX = 10;
/** Callers and sandboxes in this time. */
const KEYS_MAX = 10_000;

/** Limits recorded rejections, so that a client in a loop neither displaces actions nor causes a query each time. */
export class RefusalLimit {
  readonly #admitted = new Map<string, Set<string>>();
  #endsAt = 0;

  /** Returns whether to record a rejection. `key`: the caller and the sandbox. */
  admit(key: string, rejection: string, now: number): boolean {
    if (now >= this.#endsAt) {
      this.#admitted.clear();
      this.#endsAt = now + WINDOW_MS;
    }
    const admitted = this.#admitted.get(key) ?? new Set();
    if (admitted.has(rejection) || admitted.size >= EACH_MAX) return false;
    if (admitted.size === 0 && this.#admitted.size >= KEYS_MAX) return false;
    this.#admitted.set(key, admitted.add(rejection));
    return true;
  }
}
