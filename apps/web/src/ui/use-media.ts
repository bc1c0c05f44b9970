import { useSyncExternalStore } from "react";

/** Where `max-sm:` holds. */
export const NARROW = "(width < 40rem)";

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
