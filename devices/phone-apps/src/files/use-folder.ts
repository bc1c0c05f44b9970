import { FileError } from "@terrarium/device-files/file-error";
import { useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useCallback, useEffect, useState } from "react";
import { listFolder, type Entry } from "../list-folder.ts";
import { watchFolder } from "../watch-folder.ts";

export interface FolderState {
  /** Undefined until the folder is read. */
  entries: readonly Entry[] | undefined;
  error: unknown;
  /** Reads the folder again, for example after a change by the app itself. */
  refresh: () => void;
}

/**
 * Returns a folder's current content. Reads it again when the app comes to the front and after a change by any program.
 * Calls `onGone` if the folder no longer exists.
 */
export function useFolder(path: string, hidden: boolean, onGone: () => void): FolderState {
  const { files, run } = useServices();
  const front = useSystem((state) => state.front === "com.terrarium.files");
  const [state, setState] = useState<{ path: string; entries: readonly Entry[] | undefined; error: unknown }>({
    path,
    entries: undefined,
    error: undefined,
  });
  const refresh = useCallback(() => {
    listFolder(files, path, hidden).then(
      (entries) => run(() => setState({ path, entries, error: undefined })),
      (error: unknown) =>
        run(() => {
          if (error instanceof FileError && error.code === "ENOENT") onGone();
          else setState({ path, entries: [], error });
        }),
    );
  }, [files, hidden, onGone, path, run]);
  useEffect(() => {
    if (!front) return undefined;
    refresh();
    return watchFolder(files, path, refresh);
  }, [files, front, path, refresh]);
  return { entries: state.path === path ? state.entries : undefined, error: state.error, refresh };
}
