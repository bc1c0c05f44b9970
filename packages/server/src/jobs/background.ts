/** What goes on although nobody waits for it. */
export interface Background {
  /** Takes work over. Whoever does it has told of its failure. */
  leave(work: Promise<unknown>): void;
  /** Resolves when all that was left is over. */
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
