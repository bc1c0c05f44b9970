import type { Bus } from "./bus.ts";

/** Tells those that keep something open for a caller that somebody may have lost access, so that they look again. */
export interface AccessChanges {
  /** On this server and on all others. */
  announce(): void;
  /** Answers the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export function createAccessChanges(bus: Pick<Bus, "tell" | "hear">): AccessChanges {
  const listeners = new Set<() => void>();
  const tellListeners = () => {
    for (const listener of listeners) listener();
  };
  bus.hear("access", tellListeners);
  return {
    announce() {
      tellListeners();
      bus.tell("access");
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
