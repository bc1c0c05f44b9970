import type { ByteSink, ByteSource } from "./byte-stream.ts";

/** An open file, which several processes and numbers may share; closed when the last lets go. */
export class Descriptor {
  readonly source: ByteSource | undefined;
  readonly sink: ByteSink | undefined;
  /** What `ls -l /proc/self/fd` shows. */
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

/** A process's open files by their numbers. What a process that has ended still puts in is closed at once. */
export class DescriptorTable {
  readonly #descriptors = new Map<number, Descriptor>();
  #closed = false;

  get(number: number): Descriptor | undefined {
    return this.#descriptors.get(number);
  }

  numbers(): number[] {
    return [...this.#descriptors.keys()].toSorted((a, b) => a - b);
  }

  /** Puts a descriptor, already held for this table, in place of what was there. */
  async set(number: number, descriptor: Descriptor | undefined): Promise<void> {
    await this.replace(number, descriptor)?.release();
  }

  /** Takes out without closing. */
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

  /** Lets go of its own and takes over those of another table. */
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
