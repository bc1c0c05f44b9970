/** Tells those that keep something open for a caller that somebody may have lost access, so that they look again. */
export interface AccessChanges {
  announce(): void;
  /** Answers the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export function createAccessChanges(): AccessChanges {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
