/** Counts what is open for each of many keys, and lets no more be open than are allowed. */
export class Slots {
  /** How many may be open for each key. */
  readonly max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.max = max;
  }

  /** Takes one and answers the function that gives it back, which does so once; undefined if none is left. */
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
 * Takes one of each and answers the function that gives all of them back, which does so once; undefined, and takes none,
 * if one of them is not left.
 */
export function takeAll(...wanted: readonly (readonly [slots: Slots, key: string])[]): (() => void) | undefined {
  const taken = wanted.map(([slots, key]) => slots.take(key));
  const release = () => taken.forEach((giveBack) => giveBack?.());
  if (!taken.includes(undefined)) return release;
  release();
  return undefined;
}
