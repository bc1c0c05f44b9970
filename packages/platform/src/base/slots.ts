/** Counts open items by key, up to a limit for each key. */
export class Slots {
  /** Limit of open items for each key. */
  readonly max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.max = max;
  }

  /** Takes a slot. Returns a function that frees it, once; undefined if none is left. */
  take(key: string): (() => void) | undefined {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.max) return undefined;
    this.#taken.set(key, taken + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }
}

/**
 * Takes one slot of each. Returns a function that frees all of them, once. Returns undefined, and takes none, if any is
 * unavailable.
 */
export function takeAll(...wanted: readonly (readonly [slots: Slots, key: string])[]): (() => void) | undefined {
  const taken = wanted.map(([slots, key]) => slots.take(key));
  const release = () => taken.forEach((giveBack) => giveBack?.());
  if (!taken.includes(undefined)) return release;
  release();
  return undefined;
}
