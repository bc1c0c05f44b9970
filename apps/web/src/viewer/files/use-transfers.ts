import { MAX_UPLOAD_BYTES } from "@terrarium/contract/proxy";
import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { formatBytes } from "../parts/format-bytes.ts";
import { gather } from "../parts/gather.ts";
import { saveBlob } from "../parts/save-blob.ts";
import { joinPath } from "./device-path.ts";
import type { FilesApi, OnProgress } from "./files-api.ts";

export interface Transfer {
  id: number;
  name: string;
  direction: "upload" | "download";
  doneBytes: number;
  totalBytes: number;
  state: { kind: "waiting" | "running" | "done" } | { kind: "failed"; message: string };
}

/** Time for which a finished transfer stays in the list. */
const DONE_SHOWN_MS = 4_000;

type Work = (signal: AbortSignal, onProgress: OnProgress) => Promise<void>;

/**
 * Runs uploads, downloads and installations one after the other, with their progress. `onUploaded` runs after each
 * upload.
 */
export function useTransfers(api: FilesApi, onUploaded: () => void = () => undefined) {
  const [transfers, setTransfers] = useState<Transfer[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const nextId = useRef(1);
  const running = useRef(new Map<number, AbortController>());

  useEffect(() => {
    const { current } = running;
    return () => current.forEach((request) => request.abort());
  }, []);

  const update = useCallback((id: number, change: Partial<Transfer>) => {
    setTransfers((all) => all.map((transfer) => (transfer.id === id ? { ...transfer, ...change } : transfer)));
  }, []);

  const remove = useCallback((id: number) => setTransfers((all) => all.filter((transfer) => transfer.id !== id)), []);

  const enqueue = useCallback(
    (transfer: Pick<Transfer, "name" | "direction" | "totalBytes">, work: Work) => {
      const id = nextId.current++;
      const request = new AbortController();
      running.current.set(id, request);
      setTransfers((all) => [...all, { ...transfer, id, doneBytes: 0, state: { kind: "waiting" } }]);
      const run = async () => {
        if (request.signal.aborted) return;
        update(id, { state: { kind: "running" } });
        let doneBytes = 0;
        const progress = gather(() => update(id, { doneBytes }));
        try {
          await work(request.signal, (bytes) => {
            doneBytes = bytes;
            progress.soon();
          });
          update(id, { doneBytes: transfer.totalBytes, state: { kind: "done" } });
          setTimeout(() => remove(id), DONE_SHOWN_MS);
        } catch (error) {
          update(id, { state: { kind: "failed", message: messageOf(error) } });
        } finally {
          progress.stop();
          running.current.delete(id);
        }
      };
      queue.current = queue.current.then(run);
    },
    [update, remove],
  );

  /** Uploads files into a folder. `folders` contains those files that are folders. */
  const upload = (folder: string, files: Iterable<File>, folders?: ReadonlySet<File>) => {
    for (const file of files) {
      enqueue({ name: file.name, direction: "upload", totalBytes: file.size }, async (signal, onProgress) => {
        if (folders?.has(file) === true)
          throw new Error(t("Folders cannot be uploaded: drop their files or an archive instead"));
        requireSize(file);
        await requireReadable(file);
        await api.upload(joinPath(folder, file.name), file, signal, onProgress);
        onUploaded();
      });
    }
  };

  /** Installs APKs on the device. */
  const install = (files: Iterable<File>) => {
    for (const file of files) {
      enqueue({ name: file.name, direction: "upload", totalBytes: file.size }, async (signal, onProgress) => {
        if (!/\.apk$/i.test(file.name))
          throw new Error(t("Only apps (.apk) can be dropped here; upload other files under Files"));
        requireSize(file);
        await requireReadable(file);
        await api.install(file, signal, (doneBytes) => onProgress(Math.min(doneBytes, file.size)));
      });
    }
  };

  const download = useCallback(
    (path: string, name: string, totalBytes: number) => {
      enqueue({ name, direction: "download", totalBytes }, async (signal, onProgress) => {
        saveBlob(await api.download(path, signal, onProgress), name);
      });
    },
    [enqueue, api],
  );

  /** Aborts a transfer, or removes a finished one from the list. */
  const dismiss = (id: number) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
    remove(id);
  };

  return { transfers, upload, install, download, dismiss };
}

function requireSize({ size }: File): void {
  if (size > MAX_UPLOAD_BYTES) throw new Error(t("Larger than {size}", { size: formatBytes(MAX_UPLOAD_BYTES) }));
}

/** Checks this first, because a request with an unreadable body fails as if the server were unreachable. */
async function requireReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new Error(t("The browser cannot read this file: it was moved, changed or deleted, or it is a folder"), {
        cause,
      });
    });
}
