export type Fault = "server" | "database" | "disk" | "lock";

/** What is broken now, so that a call is judged only by what held from its start to its end. */
export class Conditions {
  readonly #broken = new Set<Fault>();
  readonly #changes = new Map<Fault, number>();

  /** Counts something as broken while some work is done. */
  async during<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
    this.#change(fault, () => this.#broken.add(fault));
    try {
      return await work();
    } finally {
      this.#change(fault, () => this.#broken.delete(fault));
    }
  }

  /** Watches from now on; the function that is returned tells whether all of these have held until then. */
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
