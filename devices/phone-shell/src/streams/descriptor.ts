import type { ByteSink, ByteSource } from "./byte-stream.ts";

/** An open file that several processes and numbers may share. It closes when the last holder releases it. */
export class Descriptor {
  readonly source: ByteSource | undefined;
  readonly sink: ByteSink | undefined;
  /** Target in `ls -l /proc/self/fd`. */
  readonly name: string;
  #holders = 1;

  constructor(ends: { source?: ByteSource; sink?: ByteSink; name?: string }) {
    this.source = ends.source;
    this.sink = ends.sink;
    this.name = ends.name ?? "pipe";
  }

  get isTerminal(): boolean {
    return (this.source ?? this.sink)?.isTerminal ?? false;
  }

  hold(): this {
    this.#holders += 1;
    return this;
  }

  async release(): Promise<void> {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.source?.close();
    await this.sink?.close();
  }
}

/** A process's open files by number. Descriptors added after the end of the process are closed at once. */
export class DescriptorTable {
  readonly #descriptors = new Map<number, Descriptor>();
  #closed = false;

  get(number: number): Descriptor | undefined {
    return this.#descriptors.get(number);
  }

  numbers(): number[] {
    return [...this.#descriptors.keys()].toSorted((a, b) => a - b);
  }

  /** Sets the descriptor of a number and releases the previous one. The caller must already hold it for this table. */
  async set(number: number, descriptor: Descriptor | undefined): Promise<void> {
    await this.replace(number, descriptor)?.release();
  }

  /** Replaces the descriptor of a number without closing the previous one. Returns the previous one. */
  replace(number: number, descriptor: Descriptor | undefined): Descriptor | undefined {
    if (this.#closed) {
      void descriptor?.release().catch(() => undefined);
      return undefined;
    }
    const before = this.#descriptors.get(number);
    if (descriptor) this.#descriptors.set(number, descriptor);
    else this.#descriptors.delete(number);
    return before;
  }

  clone(): DescriptorTable {
    const table = new DescriptorTable();
    for (const [number, descriptor] of this.#descriptors) table.#descriptors.set(number, descriptor.hold());
    return table;
  }

  /** Replaces all descriptors by those of another table and releases the previous ones. */
  async become(other: DescriptorTable): Promise<void> {
    const before = [...this.#descriptors.values()];
    this.#descriptors.clear();
    for (const number of other.numbers()) this.replace(number, other.replace(number, undefined));
    for (const descriptor of before) await descriptor.release();
  }

  async closeAll(): Promise<void> {
    this.#closed = true;
    const all = [...this.#descriptors.values()];
    this.#descriptors.clear();
    for (const descriptor of all) await descriptor.release();
  }
}
