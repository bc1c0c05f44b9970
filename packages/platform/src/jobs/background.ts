/** Work that runs without being awaited by its caller. */
export interface Background {
  /** Adds work, which must report its own failures. */
  leave(work: Promise<unknown>): void;
  /** Resolves when all added work is done. */
  over(): Promise<void>;
}

export function createBackground(): Background {
  const underWay = new Set<Promise<unknown>>();
  return {
    leave(work) {
      const over = work.catch(() => undefined).finally(() => underWay.delete(over));
      underWay.add(over);
    },
    async over() {
      await Promise.all(underWay);
    },
  };
}
