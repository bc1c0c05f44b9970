import { numberKey, sameNumber } from "./contact.ts";

/** Finds what belongs to a number, however it is written, without comparing it with all numbers there are. */
export class NumberIndex<Item> {
  readonly #byKey = new Map<string, { number: string; item: Item }[]>();

  add(number: string, item: Item): void {
    const key = numberKey(number);
    const known = this.#byKey.get(key);
    if (known) known.push({ number, item });
    else this.#byKey.set(key, [{ number, item }]);
  }

  /** The first that was added with this number. */
  find(number: string): Item | undefined {
    return this.#byKey.get(numberKey(number))?.find((each) => sameNumber(each.number, number))?.item;
  }
}
