import { KEYSYMS as keysyms } from "./keysyms.ts";
import { ask, type XConnection } from "./x-connection.ts";

/** Event types of the core protocol, used as XTEST operations. */
const PRESS = 2;
const RELEASE = 3;
/** Number of free keys for characters without a key. Each keeps its character until the others have been used. */
const MAX_BORROWED_KEYS = 16;

interface Key {
  code: number;
  shifted: boolean;
}

/** Characters of a text that are typed in one go. */
interface Part {
  typed: number[];
  /** Those of the characters that have no key of their own. */
  borrowed: Set<number>;
}

/** The keyboard of an X server, by its keysyms. */
export class XKeyboard {
  readonly #x: XConnection;
  readonly #caughtUp: () => Promise<void>;
  readonly #keys = new Map<number, Key>();
  readonly #free: readonly number[];
  /** Keysyms on the free keys, last used at the end. */
  readonly #borrowed = new Set<number>();

  private constructor(x: XConnection, table: readonly number[][], caughtUp: () => Promise<void>) {
    this.#x = x;
    this.#caughtUp = caughtUp;
    const free: number[] = [];
    for (const [index, [plain = 0, shifted = 0]] of table.entries()) {
      const code = x.keys.first + index;
      if (plain === 0 && shifted === 0) free.push(code);
      if (plain !== 0 && !this.#keys.has(plain)) this.#keys.set(plain, { code, shifted: false });
      if (shifted !== 0 && !this.#keys.has(shifted)) this.#keys.set(shifted, { code, shifted: true });
    }
    this.#free = free.slice(0, MAX_BORROWED_KEYS);
  }

  /** `caughtUp` resolves when the focused program has processed all events sent until now. */
  static async of(x: XConnection, caughtUp: () => Promise<void>): Promise<XKeyboard> {
    const { first, last } = x.keys;
    const table = await ask<number[][]>((answer) => x.client.GetKeyboardMapping(first, last - first + 1, answer));
    return new XKeyboard(x, table, caughtUp);
  }

  /** Presses or releases the key of this keysym, with Shift where needed; returns false if there is no such key. */
  move(keysym: number, action: "down" | "up"): boolean {
    const key = this.#keys.get(keysym);
    if (!key) return false;
    if (key.shifted && action === "down") this.move(keysyms.shift, "down");
    this.#fake(action === "down" ? PRESS : RELEASE, key.code);
    if (key.shifted && action === "up") this.move(keysyms.shift, "up");
    return true;
  }

  /**
   * Types keysyms, with Shift where needed; keysyms without a key are put on free keys. Returns nothing if done,
   * otherwise a promise that resolves when done.
   */
  type(keysyms: readonly number[]): Promise<void> | undefined {
    if (!keysyms.every((keysym) => this.#keys.has(keysym))) return this.#typeInParts(keysyms);
    for (const keysym of keysyms) this.#press(keysym);
    return undefined;
  }

  async #typeInParts(keysyms: readonly number[]): Promise<void> {
    for (const { typed, borrowed } of this.#partsOf(keysyms)) {
      await this.#borrow(borrowed);
      for (const keysym of typed) this.#press(keysym);
    }
  }

  /** Splits keysyms into parts that the free keys can hold. */
  #partsOf(keysyms: readonly number[]): Part[] {
    let part: Part = { typed: [], borrowed: new Set() };
    const parts = [part];
    for (const keysym of keysyms) {
      const isBorrowed = this.#borrowed.has(keysym) || !this.#keys.has(keysym);
      const isOneMore = isBorrowed && !part.borrowed.has(keysym);
      if (isOneMore && part.borrowed.size === this.#free.length)
        parts.push((part = { typed: [], borrowed: new Set() }));
      part.typed.push(keysym);
      if (isBorrowed) part.borrowed.add(keysym);
    }
    return parts;
  }

  /**
   * Puts these keysyms on free keys, replacing the least recently used. A program may receive the new mapping on
   * another connection, later than the key presses. So the program must catch up before a key is pressed, and before a
   * reused key changes.
   */
  async #borrow(keysyms: ReadonlySet<number>): Promise<void> {
    const there = [...keysyms].filter((keysym) => this.#borrowed.delete(keysym));
    for (const keysym of there) this.#borrowed.add(keysym);
    const missing = [...keysyms].filter((keysym) => !this.#borrowed.has(keysym));
    if (missing.length === 0) return;
    if (this.#borrowed.size + missing.length > this.#free.length) await this.#caughtUp();
    for (const keysym of missing) this.#put(keysym);
    await this.#caughtUp();
  }

  #put(keysym: number): void {
    const [oldest] = this.#borrowed;
    const isFull = this.#borrowed.size === this.#free.length;
    const taken = isFull && oldest !== undefined ? this.#keys.get(oldest)?.code : undefined;
    const code = taken ?? this.#free[this.#borrowed.size];
    if (code === undefined) return;
    if (isFull && oldest !== undefined) {
      this.#borrowed.delete(oldest);
      this.#keys.delete(oldest);
    }
    this.#borrowed.add(keysym);
    this.#keys.set(keysym, { code, shifted: false });
    // The same keysym with and without Shift.
    this.#x.client.ChangeKeyboardMapping(code, 2, [keysym, keysym]);
  }

  /** Does nothing for a keysym without a key. */
  #press(keysym: number): void {
    for (const action of ["down", "up"] as const) this.move(keysym, action);
  }

  #fake(type: number, code: number): void {
    this.#x.xtest.FakeInput(type, code, 0, 0, 0, 0);
  }
}
