export type Fault = "server" | "database" | "disk" | "lock";

/** Current faults. A call is judged only if no relevant fault occurred between its start and its end. */
export class Conditions {
  readonly #broken = new Set<Fault>();
  readonly #changes = new Map<Fault, number>();

  /** Marks a fault as active during some work. */
  async during<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
    this.#change(fault, () => this.#broken.add(fault));
    try {
      return await work();
    } finally {
      this.#change(fault, () => this.#broken.delete(fault));
    }
  }

  /** Starts watching these faults. The returned function reports whether none of them occurred since. */
  watch(faults: readonly Fault[]): () => boolean {
    const before = this.#seen(faults);
    const held = !faults.some((fault) => this.#broken.has(fault));
    return () => held && before === this.#seen(faults);
  }

  #change(fault: Fault, change: () => void): void {
    change();
    this.#changes.set(fault, (this.#changes.get(fault) ?? 0) + 1);
  }

  #seen(faults: readonly Fault[]): string {
    return faults.map((fault) => this.#changes.get(fault) ?? 0).join();
  }
}
