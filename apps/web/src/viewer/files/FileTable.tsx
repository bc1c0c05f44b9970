import type { DeviceFile } from "@terrarium/contract/proxy-messages";
import { CornerDownRight, Download, File, FileQuestion, Folder as FolderIcon, type LucideIcon } from "lucide-react";
import { memo } from "react";
import { useLanguage } from "../../language/language.ts";
import { type Label, t } from "../../language/text.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Cell, type Column, EmptyRow, Row, Table } from "../../ui/Table.tsx";
import { fragmentOf } from "../parts/address.ts";
import { formatBytes } from "../parts/format-bytes.ts";
import { joinPath, parentOf } from "./device-path.ts";
import { formatMode, formatTime } from "./format.ts";
import type { Folder } from "./use-folder.ts";

const COLUMNS: readonly Column[] = [
  { title: "Name", widthPx: 290 },
  { title: "Size", widthPx: 84 },
  { title: "Modified", widthPx: 176 },
  { title: "Mode", widthPx: 110 },
  { title: "Action", widthPx: 84, narrowPx: 76 },
];
const SKELETON_ROWS = 5;
const ICONS: Record<DeviceFile["kind"], LucideIcon> = {
  folder: FolderIcon,
  file: File,
  link: CornerDownRight,
  other: FileQuestion,
};
const KIND_NAMES: Record<DeviceFile["kind"], Label> = { folder: "folder", file: "file", link: "link", other: "other" };

export interface FileTableProps {
  path: string;
  folder: Folder;
  onDownload: (path: string, name: string, sizeBytes: number) => void;
  onReload: () => void;
}

/** Memoized, because it has up to ten thousand rows: it rerenders only when its own data changes. */
export const FileTable = memo(function FileTable({ path, folder, onDownload, onReload }: FileTableProps) {
  // The memo hides the page's rerender after a language change.
  useLanguage();
  return (
    <Table label={t("Files")} columns={COLUMNS} isLastPinned>
      {folder.kind === "loading" && Array.from({ length: SKELETON_ROWS }, (_, i) => <SkeletonRow key={i} />)}
      {folder.kind === "failed" && <FailedRow path={path} message={folder.message} onReload={onReload} />}
      {folder.kind === "loaded" && folder.files.length === 0 && (
        <EmptyRow columns={COLUMNS.length}>
          <strong className="mb-1 font-medium text-text">{t("This folder is empty")}</strong>
          {t("Drop files here, or press Upload.")}
        </EmptyRow>
      )}
      {folder.kind === "loaded" &&
        folder.files.map((file) => (
          <FileRow key={file.name} file={file} path={joinPath(path, file.name)} onDownload={onDownload} />
        ))}
    </Table>
  );
});

function FileRow({
  file,
  path,
  onDownload,
}: {
  file: DeviceFile;
  path: string;
  onDownload: FileTableProps["onDownload"];
}) {
  const Icon = ICONS[file.kind];
  const canDownload = file.kind === "file" || file.kind === "link";
  const download = () => onDownload(path, file.name, file.sizeBytes);
  const name = (
    <>
      <Icon
        size={15}
        strokeWidth={1.75}
        aria-label={t(KIND_NAMES[file.kind])}
        className={cx("shrink-0", file.kind === "folder" ? "text-accent" : "text-faint")}
      />
      <span className="truncate">{file.name}</span>
    </>
  );
  const nameClass = "flex w-full items-center gap-2.5 rounded text-left";
  return (
    <Row>
      <Cell>
        {file.kind === "folder" || file.kind === "link" ? (
          <a href={fragmentOf("list-files", path)} title={file.name} className={nameClass}>
            {name}
          </a>
        ) : (
          <button type="button" title={file.name} disabled={!canDownload} onClick={download} className={nameClass}>
            {name}
          </button>
        )}
      </Cell>
      <Cell className="font-mono text-xs text-mute">{file.kind === "file" ? formatBytes(file.sizeBytes) : ""}</Cell>
      <Cell className="text-mute">
        <time dateTime={file.modifiedAt} title={file.modifiedAt}>
          {formatTime(file.modifiedAt)}
        </time>
      </Cell>
      <Cell className="font-mono text-xs text-faint">{formatMode(file)}</Cell>
      <Cell className="py-0 pl-2">
        {canDownload && (
          <IconButton label={t("Download {name}", { name: file.name })} onClick={download}>
            <Download size={15} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </Cell>
    </Row>
  );
}

function FailedRow({ path, message, onReload }: { path: string; message: string; onReload: () => void }) {
  const parent = parentOf(path);
  return (
    <EmptyRow columns={COLUMNS.length}>
      <div role="alert" className="mb-4 flex flex-col gap-1">
        <strong className="font-medium text-text">{t("This folder could not be opened")}</strong>
        <span className="break-all">{message}</span>
      </div>
      <div className="flex gap-2">
        {parent !== undefined && (
          <Button onClick={() => (location.hash = fragmentOf("list-files", parent))}>{t("Parent folder")}</Button>
        )}
        <Button onClick={onReload}>{t("Try again")}</Button>
      </div>
    </EmptyRow>
  );
}

function SkeletonRow() {
  return (
    <Row>
      {["w-40", "w-12", "w-28", "w-20", "w-5"].map((width) => (
        <Cell key={width}>
          <Skeleton className={`h-3.5 ${width}`} />
        </Cell>
      ))}
    </Row>
  );
}
