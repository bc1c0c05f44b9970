import { RECORDING } from "@terrarium/contract/limits";

/** An owner's part of the memory. */
export interface HeldMemory {
  /** Reports the number of bytes held now. */
  hold(bytes: number): void;
  /** Ends the holding. */
  leave(): void;
}

interface Holder {
  owner: string;
  bytes: number;
  give: () => void;
}

/**
 * Memory limit of all recordings on this server. Above the limit, the owner with the most releases some, from its
 * largest holding. One owner thus reduces others' memory at most to an equal share.
 */
export class RecordingMemory {
  readonly #maxBytes: number;
  readonly #holders = new Set<Holder>();
  #bytes = 0;

  constructor(maxBytes: number = RECORDING.memoryBytes) {
    this.#maxBytes = maxBytes;
  }

  /** `give` must release some memory at once: it reports a smaller holding, or ends it. */
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
      // Stops counting a holder that releases nothing, to avoid an endless loop.
      if (holder.bytes >= before) this.#remove(holder);
    }
  }

  /** Returns the largest holding of the owner with the most. */
  #largest(): Holder {
    const byOwner = Map.groupBy(this.#holders, ({ owner }) => owner);
    const sumOf = (holders: Holder[]) => holders.reduce((sum, { bytes }) => sum + bytes, 0);
    const most = [...byOwner.values()].reduce((one, other) => (sumOf(other) > sumOf(one) ? other : one));
    return most.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  }
}
