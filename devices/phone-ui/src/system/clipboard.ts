import type { Clipboard } from "@terrarium/adb-device/ports/screen";

export function createClipboard(): Clipboard {
  let text = "";
  const listeners = new Set<(text: string) => void>();
  return {
    get: () => text,
    set(next) {
      if (next === text) return;
      text = next;
      for (const listener of listeners) listener(text);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
