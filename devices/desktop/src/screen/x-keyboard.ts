import { keysyms } from "./keysyms.ts";
import { ask, type XConnection } from "./x-connection.ts";

/** Event types of the core protocol, by which XTEST names what it does. */
const press = 2;
const release = 3;
/** So many characters that are on no key are kept on keys that are free, each until the others have been used. */
const maxBorrowedKeys = 16;

interface Key {
  code: number;
  shifted: boolean;
}

/** The keyboard of an X server, by what is on its keys. */
export class XKeyboard {
  readonly #x: XConnection;
  readonly #keys = new Map<number, Key>();
  readonly #free: number[] = [];
  readonly #borrowed: number[] = [];

  private constructor(x: XConnection, table: readonly number[][]) {
    this.#x = x;
    for (const [index, [plain = 0, shifted = 0]] of table.entries()) {
      const code = x.keys.first + index;
      if (plain === 0 && shifted === 0) this.#free.push(code);
      if (plain !== 0 && !this.#keys.has(plain)) this.#keys.set(plain, { code, shifted: false });
      if (shifted !== 0 && !this.#keys.has(shifted)) this.#keys.set(shifted, { code, shifted: true });
    }
  }

  static async of(x: XConnection): Promise<XKeyboard> {
    const { first, last } = x.keys;
    return new XKeyboard(
      x,
      await ask<number[][]>((answer) => x.client.GetKeyboardMapping(first, last - first + 1, answer)),
    );
  }

  /** Presses or releases the key that has this on it without others; false if there is none. */
  move(keysym: number, action: "down" | "up"): boolean {
    const key = this.#keys.get(keysym);
    if (key) this.#fake(action === "down" ? press : release, key.code);
    return key !== undefined;
  }

  /** Types what is on a key, with the shift key where it needs that; a key that is free takes what is on none. */
  type(keysym: number): void {
    const key = this.#keys.get(keysym) ?? this.#borrow(keysym);
    if (!key) return;
    if (key.shifted) this.move(keysyms.shift, "down");
    this.#fake(press, key.code);
    this.#fake(release, key.code);
    if (key.shifted) this.move(keysyms.shift, "up");
  }

  #borrow(keysym: number): Key | undefined {
    const isFull = this.#borrowed.length >= Math.min(maxBorrowedKeys, this.#free.length);
    const oldest = isFull ? this.#borrowed.shift() : undefined;
    const code = (oldest !== undefined && this.#keys.get(oldest)?.code) || this.#free[this.#borrowed.length];
    if (oldest !== undefined) this.#keys.delete(oldest);
    if (code === undefined) return undefined;
    const key = { code, shifted: false };
    this.#keys.set(keysym, key);
    this.#borrowed.push(keysym);
    // The same with shift and without.
    this.#x.client.ChangeKeyboardMapping(code, 2, [keysym, keysym]);
    return key;
  }

  #fake(type: number, code: number): void {
    this.#x.xtest.FakeInput(type, code, 0, 0, 0, 0);
  }
}
