import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { type FinalEnd, type Pause, STOPPED_RETRY_MS } from "../parts/live-socket.ts";
import { useIsShown } from "../parts/shown.ts";
import type { FilesApi } from "./files-api.ts";

export type Folder =
  | { kind: "loading" }
  | { kind: "loaded"; files: DeviceFile[] }
  | { kind: "failed"; message: string }
  /** No device is running. A paused sandbox is polled until it runs. */
  | { kind: "over"; end: FinalEnd | Pause };

/**
 * Returns a folder of the device. `reload` refreshes the folder displayed at that time and keeps the list until the new
 * one arrives.
 */
export function useFolder(api: FilesApi, path: string): { folder: Folder; reload: () => void } {
  const [loaded, setLoaded] = useState<{ path: string; folder: Folder }>();
  const latest = useRef<AbortController>(undefined);
  const shown = useRef(path);
  const reload = useCallback(() => {
    latest.current?.abort();
    const request = new AbortController();
    latest.current = request;
    const asked = shown.current;
    api.list(asked, request.signal).then(
      (files) => setLoaded({ path: asked, folder: { kind: "loaded", files } }),
      (error: unknown) => {
        const show = (folder: Folder) => request.signal.aborted || setLoaded({ path: asked, folder });
        void failure(error, api, request.signal).then(show);
      },
    );
  }, [api]);
  const isShown = useIsShown();
  const isAskedAgain = isShown && loaded?.folder.kind === "over" && isPause(loaded.folder.end);
  useEffect(() => {
    if (!isAskedAgain) return;
    const timer = setInterval(reload, STOPPED_RETRY_MS);
    return () => clearInterval(timer);
  }, [isAskedAgain, reload]);
  useEffect(() => {
    shown.current = path;
    reload();
    return () => latest.current?.abort();
  }, [reload, path]);
  return { folder: loaded?.path === path ? loaded.folder : { kind: "loading" }, reload };
}

const isPause = ({ kind }: FinalEnd | Pause): boolean => kind === "stopped" || kind === "starting";

/** Returns the state to show for a failed request. Does not reject. */
async function failure(error: unknown, api: FilesApi, signal: AbortSignal): Promise<Folder> {
  const message = messageOf(error);
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "sandbox_not_found") return { kind: "over", end: { kind: "not-found", detail: message } };
  if (code !== "sandbox_not_running") return { kind: "failed", message };
  return api.absence(signal).then(
    (kind): Folder => ({ kind: "over", end: { kind, detail: message } }),
    () => ({ kind: "failed", message }),
  );
}
