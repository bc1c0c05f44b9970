import type { Bus } from "./bus.ts";

/** Notices that a caller may have lost access. Subscribers then check the connections that they keep open. */
export interface AccessChanges {
  /** Notifies this server and all others. */
  announce(): void;
  /** Returns the function that ends the subscription. */
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
