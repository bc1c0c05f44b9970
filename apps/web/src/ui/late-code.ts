import { useSyncExternalStore } from "react";

/** A page that is never quiet gets its code all the same. */
const LATEST_MS = 2_000;
const FIRST_USE = ["pointermove", "pointerdown", "keydown"] as const;

/** Calls back in a quiet moment after the page was first used by pointer or keyboard: that use is answered first. */
function onFirstUse(listener: () => void): void {
  const whenQuiet = (work: () => void) =>
    "requestIdleCallback" in window ? window.requestIdleCallback(work, { timeout: LATEST_MS }) : setTimeout(work);
  const used = () => {
    for (const event of FIRST_USE) window.removeEventListener(event, used, { capture: true });
    whenQuiet(listener);
  };
  for (const event of FIRST_USE) window.addEventListener(event, used, { capture: true });
}

/** Code that the first screen does without. */
export interface LateCode<Code> {
  /** Fetches the code unless it is there; rejects if it cannot be fetched, and tries again the next time. */
  fetch: () => Promise<Code>;
  /** The code, undefined until it is there: a component that uses it is rendered again then. */
  useCode: () => Code | undefined;
}

/** Code that is fetched when the page is first used, so that it is there when that use asks for it, or when wanted. */
export function lateCode<Code extends object>(load: () => Promise<Code>): LateCode<Code> {
  let code: Code | undefined;
  let loading: Promise<Code> | undefined;
  const listeners = new Set<() => void>();
  const begin = async () => {
    code = await load();
    for (const listener of listeners) listener();
    return code;
  };
  const fetch = () =>
    (loading ??= begin().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  onFirstUse(() => {
    fetch().catch((error: unknown) => console.error("Code that is needed later could not be loaded yet", error));
  });
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { fetch, useCode: () => useSyncExternalStore(subscribe, () => code) };
}
