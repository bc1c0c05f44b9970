import { ArrowUp, RotateCw, Upload } from "lucide-react";
import { useMemo, useRef } from "react";
import { t } from "../../language/text.ts";
import { Button, IconButton, iconButtonClass } from "../../ui/Button.tsx";
import { fragmentOf } from "../parts/address.ts";
import { DropHint } from "../parts/DropHint.tsx";
import { Notice } from "../parts/Notice.tsx";
import { useFileDrop } from "../parts/use-file-drop.ts";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { parentOf } from "./device-path.ts";
import { FilesApi } from "./files-api.ts";
import { FileTable } from "./FileTable.tsx";
import { TransferList } from "./TransferList.tsx";
import { useFolder } from "./use-folder.ts";
import { useTransfers } from "./use-transfers.ts";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The device's files: browse, download, and upload with a button or by dropping. */
export function FilesView({ sandboxId, path, token }: { sandboxId: string; path: string; token: string }) {
  const api = useMemo(() => new FilesApi(sandboxId, token), [sandboxId, token]);
  const { folder, reload } = useFolder(api, path);
  const { transfers, upload, download, dismiss } = useTransfers(api, reload);
  const { isDragging, dragEvents } = useFileDrop((files, folders) => upload(path, files, folders));
  const picker = useRef<HTMLInputElement>(null);
  const parent = parentOf(path);
  if (folder.kind === "over") return <Notice end={folder.end} />;

  return (
    <div className="relative flex h-full flex-col" {...dragEvents}>
      <div className="flex h-14 shrink-0 items-center gap-1 px-3 sm:px-5">
        {parent === undefined ? (
          <span aria-hidden="true" className={iconButtonClass("opacity-40")}>
            <ArrowUp {...ICON} />
          </span>
        ) : (
          <a
            href={fragmentOf("list-files", parent)}
            aria-label={t("Parent folder")}
            title={t("Parent folder")}
            className={iconButtonClass()}
          >
            <ArrowUp {...ICON} />
          </a>
        )}
        <Breadcrumbs path={path} />
        <IconButton label={t("Reload")} onClick={reload}>
          <RotateCw {...ICON} size={15} />
        </IconButton>
        <Button kind="primary" className="ml-1" onClick={() => picker.current?.click()}>
          <Upload {...ICON} size={15} />
          {t("Upload")}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t("Files to upload")}
          onChange={({ target }) => {
            upload(path, [...(target.files ?? [])]);
            // Allows choosing the same file again.
            target.value = "";
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-5 sm:px-5">
        <FileTable path={path} folder={folder} onDownload={download} onReload={reload} />
      </div>
      <TransferList transfers={transfers} onDismiss={dismiss} />
      {isDragging && <DropHint>{t("Drop to upload here")}</DropHint>}
    </div>
  );
}
