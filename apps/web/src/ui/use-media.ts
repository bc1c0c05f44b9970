import { useSyncExternalStore } from "react";

/** Media query equal to `max-sm:`. */
export const NARROW = "(width < 40rem)";

/** Returns whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
