import { numberKey, sameNumber } from "./phone-number.ts";

/** Finds items by number in any notation, without comparing the number with all others. */
export class NumberIndex<Item> {
  readonly #byKey = new Map<string, { number: string; item: Item }[]>();

  add(number: string, item: Item): void {
    const key = numberKey(number);
    const known = this.#byKey.get(key);
    if (known) known.push({ number, item });
    else this.#byKey.set(key, [{ number, item }]);
  }

  /** Returns the first item added with this number. */
  find(number: string): Item | undefined {
    return this.#byKey.get(numberKey(number))?.find((each) => sameNumber(each.number, number))?.item;
  }
}
