import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "../../api/api-error.ts";
import type { FinalEnd } from "../parts/live-socket.ts";
import type { FilesApi } from "./files-api.ts";

export type Folder =
  | { kind: "loading" }
  | { kind: "loaded"; files: DeviceFile[] }
  | { kind: "failed"; message: string }
  /** There is no device to ask. */
  | { kind: "over"; end: FinalEnd };

/** What a folder of the device holds; `reload` looks again, leaving the present list in place meanwhile. */
export function useFolder(api: FilesApi, path: string): { folder: Folder; reload: () => void } {
  const [loaded, setLoaded] = useState<{ path: string; folder: Folder }>();
  const latest = useRef<AbortController>(undefined);
  const reload = useCallback(() => {
    latest.current?.abort();
    const request = new AbortController();
    latest.current = request;
    api.list(path, request.signal).then(
      (files) => setLoaded({ path, folder: { kind: "loaded", files } }),
      (error: unknown) => {
        if (!request.signal.aborted) setLoaded({ path, folder: failure(error) });
      },
    );
  }, [api, path]);
  useEffect(() => {
    reload();
    return () => latest.current?.abort();
  }, [reload]);
  return { folder: loaded?.path === path ? loaded.folder : { kind: "loading" }, reload };
}

function failure(error: unknown): Folder {
  const message = messageOf(error);
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "sandbox_not_found") return { kind: "over", end: { kind: "not-found", detail: message } };
  if (code === "sandbox_not_running") return { kind: "over", end: { kind: "ended", detail: message } };
  return { kind: "failed", message };
}
