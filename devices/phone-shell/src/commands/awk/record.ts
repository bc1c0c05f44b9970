import { AwkError, inputValue, splitFields, toText, type Value } from "./values.ts";

const MAX_FIELDS = 100_000;

/** $0 and its fields. Each is computed from the other on demand. */
export class AwkRecord {
  #text = "";
  /** FS at the time when the record was read. A changed FS applies from the next record. */
  #textSeparator: string | undefined;
  #fields: Value[] | undefined = [];
  #textIsOld = false;
  readonly #separator: () => string;
  readonly #joiner: () => string;
  readonly #format: (number: number) => string;

  constructor(separator: () => string, joiner: () => string, format: (number: number) => string) {
    this.#separator = separator;
    this.#joiner = joiner;
    this.#format = format;
  }

  get text(): string {
    if (this.#textIsOld) {
      this.#text = this.#split()
        .map((field) => toText(field, this.#format))
        .join(this.#joiner());
      this.#textIsOld = false;
    }
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#textSeparator = this.#separator();
    this.#textIsOld = false;
    this.#fields = undefined;
  }

  get count(): number {
    return this.#split().length;
  }

  set count(count: number) {
    if (!(count >= 0 && count <= MAX_FIELDS)) throw new AwkError(`cannot set NF to ${count}`);
    const fields = this.#split();
    while (fields.length < count) fields.push("");
    fields.length = count;
    this.#textIsOld = true;
  }

  get(index: number): Value {
    if (index === 0) return inputValue(this.text);
    if (!(index > 0)) throw new AwkError(`trying to access out of range field ${index}`);
    return this.#split()[index - 1];
  }

  set(index: number, value: Value): void {
    if (index === 0) {
      this.text = toText(value, this.#format);
      return;
    }
    if (!(index > 0 && index <= MAX_FIELDS)) throw new AwkError(`trying to access out of range field ${index}`);
    if (index > this.count) this.count = index;
    this.#split()[index - 1] = value;
    this.#textIsOld = true;
  }

  #split(): Value[] {
    this.#fields ??= splitFields(this.#text, this.#textSeparator ?? this.#separator()).map(inputValue);
    return this.#fields;
  }
}
