import { watch } from "node:fs";
import type { DeviceFiles } from "@terrarium/device-files/device-files";

/** Many changes at once, as by a copy, are told once in this time. */
const settleMs = 120;

/**
 * Calls back soon after something in the device's folder (not in the folders in it) changed, whoever changed it. Where
 * it cannot be watched, as when it has just gone, nothing is called: listing it tells why. Returns how to stop.
 */
export function watchFolder(files: DeviceFiles, path: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, settleMs);
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
