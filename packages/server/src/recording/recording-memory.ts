import { RECORDING } from "@terrarium/contract/limits";

/** Somebody's part of the memory. */
export interface HeldMemory {
  /** Says how many bytes are held now. */
  hold(bytes: number): void;
  /** Holds nothing any more. */
  leave(): void;
}

interface Holder {
  owner: string;
  bytes: number;
  give: () => void;
}

/**
 * What all recordings of this server hold in memory together. When it is too much, whoever has the most of it gives some
 * back, from the largest of theirs, so that recordings of one take from others no more than makes them equal.
 */
export class RecordingMemory {
  readonly #maxBytes: number;
  readonly #holders = new Set<Holder>();
  #bytes = 0;

  constructor(maxBytes: number = RECORDING.memoryBytes) {
    this.#maxBytes = maxBytes;
  }

  /** `give` lets some go at once: it says that less is held, or leaves. */
  join(owner: string, give: () => void): HeldMemory {
    const holder: Holder = { owner, bytes: 0, give };
    this.#holders.add(holder);
    return {
      hold: (bytes) => {
        if (!this.#holders.has(holder)) return;
        const isMore = bytes > holder.bytes;
        this.#count(holder, bytes);
        if (isMore) this.#makeRoom();
      },
      leave: () => this.#remove(holder),
    };
  }

  #count(holder: Holder, bytes: number): void {
    this.#bytes += bytes - holder.bytes;
    holder.bytes = bytes;
  }

  #remove(holder: Holder): void {
    if (this.#holders.delete(holder)) this.#count(holder, 0);
  }

  #makeRoom(): void {
    while (this.#bytes > this.#maxBytes) {
      const holder = this.#largest();
      const before = holder.bytes;
      holder.give();
      // Who gives nothing back is no more counted on, which would go on for ever.
      if (holder.bytes >= before) this.#remove(holder);
    }
  }

  /** The largest of whoever has the most. */
  #largest(): Holder {
    const byOwner = Map.groupBy(this.#holders, ({ owner }) => owner);
    const sumOf = (holders: Holder[]) => holders.reduce((sum, { bytes }) => sum + bytes, 0);
    const most = [...byOwner.values()].reduce((one, other) => (sumOf(other) > sumOf(one) ? other : one));
    return most.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  }
}
