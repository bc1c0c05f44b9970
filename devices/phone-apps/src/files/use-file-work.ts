import { useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { useState } from "react";
import type { Entry } from "../list-folder.ts";
import { copyInto, moveInto, renameTo } from "./file-operations.ts";
import { explain, FILES_STRINGS } from "./strings.ts";

export type CarryMode = "copy" | "move";

/**
 * The running file operation, and functions to start one. A toast reports a failure; files not yet reached stay
 * unchanged.
 */
export interface FileWork {
  busy: boolean;
  /** Files that wait to be pasted. */
  carried: { mode: CarryMode; paths: readonly string[] } | undefined;
  carry: (mode: CarryMode, entries: readonly Entry[]) => void;
  drop: () => void;
  paste: (folder: string) => void;
  remove: (entries: readonly Entry[]) => void;
  rename: (entry: Entry, name: string) => void;
  makeFolder: (folder: string, name: string) => void;
}

/** Calls `onChange` after every operation, and `onTaken` when an operation has accepted the selection. */
export function useFileWork(onChange: () => void, onTaken: () => void): FileWork {
  const { files, run, showToast } = useServices();
  const strings = useStrings(FILES_STRINGS);
  const [busy, setBusy] = useState(false);
  const [carried, setCarried] = useState<FileWork["carried"]>();

  const work = (operation: () => Promise<string | undefined>): void => {
    setBusy(true);
    operation()
      .catch((error: unknown) => explain(error, strings))
      .then((message) =>
        run(() => {
          setBusy(false);
          if (message !== undefined) showToast(message);
          onChange();
        }),
      )
      // Only the screen itself can throw here, and it reports its own errors.
      .catch(() => undefined);
  };

  return {
    busy,
    carried,
    carry: (mode, entries) => {
      setCarried({ mode, paths: entries.map((entry) => entry.path) });
      onTaken();
    },
    drop: () => setCarried(undefined),
    paste: (folder) => {
      if (!carried) return;
      const { mode, paths } = carried;
      setCarried(undefined);
      work(async () => {
        for (const path of paths) await (mode === "copy" ? copyInto : moveInto)(files, path, folder);
        return mode === "copy" ? strings.done.copied(paths.length) : strings.done.moved(paths.length);
      });
    },
    remove: (entries) => {
      onTaken();
      work(async () => {
        for (const entry of entries) await files.remove(entry.path, true);
        return strings.done.deleted(entries.length);
      });
    },
    rename: (entry, name) => {
      onTaken();
      work(async () => {
        await renameTo(files, entry.path, name);
        return undefined;
      });
    },
    makeFolder: (folder, name) =>
      work(async () => {
        await files.makeFolder(`${folder}/${name}`, false);
        return undefined;
      }),
  };
}
