import { watch } from "node:fs";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { startHostTimer } from "@terrarium/phone-system/host-time";

/** Time in milliseconds to combine many changes, such as those of a copy, into one report. */
const SETTLE_MS = 120;

/**
 * Calls `onChange` soon after any program changes an entry directly in the device's folder. Changes in subfolders are
 * ignored. If the folder cannot be watched, for example because it was just deleted, `onChange` is never called;
 * listing the folder reports the reason. Returns a function that stops watching.
 */
export function watchFolder(files: DeviceFiles, path: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    timer ??= startHostTimer(SETTLE_MS, () => {
      timer = undefined;
      onChange();
    });
  };
  try {
    const watcher = watch(files.resolve(path, true).hostPath, { persistent: false }, changed);
    watcher.on("error", changed);
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch {
    return () => undefined;
  }
}
