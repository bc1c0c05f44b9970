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

/**
 * What a folder of the device holds; `reload` looks again at the one that is shown by then, leaving the present list in
 * place meanwhile.
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
        if (!request.signal.aborted) setLoaded({ path: asked, folder: failure(error) });
      },
    );
  }, [api]);
  useEffect(() => {
    shown.current = path;
    reload();
    return () => latest.current?.abort();
  }, [reload, path]);
  return { folder: loaded?.path === path ? loaded.folder : { kind: "loading" }, reload };
}

function failure(error: unknown): Folder {
  const message = messageOf(error);
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "sandbox_not_found") return { kind: "over", end: { kind: "not-found", detail: message } };
  if (code === "sandbox_not_running") return { kind: "over", end: { kind: "ended", detail: message } };
  return { kind: "failed", message };
}
