import { ArrowDown, ArrowUp, Check, X } from "lucide-react";
import { t } from "../../language/text.ts";
import { IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { formatBytes } from "../parts/format-bytes.ts";
import type { Transfer } from "./use-transfers.ts";

/** Uploads and downloads with their progress. Failures stay until dismissed. */
export function TransferList({ transfers, onDismiss }: { transfers: Transfer[]; onDismiss: (id: number) => void }) {
  if (transfers.length === 0) return null;
  return (
    <ul
      aria-label={t("Transfers")}
      aria-live="polite"
      className="max-h-48 shrink-0 animate-[rise_180ms] overflow-y-auto border-t border-line bg-panel px-3 py-2 sm:px-5"
    >
      {transfers.map((transfer) => (
        <TransferRow key={transfer.id} transfer={transfer} onDismiss={() => onDismiss(transfer.id)} />
      ))}
    </ul>
  );
}

function TransferRow({ transfer, onDismiss }: { transfer: Transfer; onDismiss: () => void }) {
  const { name, direction, doneBytes, totalBytes, state } = transfer;
  const Icon = state.kind === "done" ? Check : direction === "upload" ? ArrowUp : ArrowDown;
  const isOver = state.kind === "done" || state.kind === "failed";
  return (
    <li className="flex min-h-10 items-center gap-3 py-1 text-sm">
      <Icon
        size={15}
        strokeWidth={2}
        aria-label={direction === "upload" ? t("upload") : t("download")}
        className={cx("shrink-0", state.kind === "failed" ? "text-bad" : "text-accent")}
      />
      <span className="w-32 shrink-0 truncate sm:w-56" title={name}>
        {name}
      </span>
      {state.kind === "failed" ? (
        <span role="alert" className="min-w-0 flex-1 wrap-break-word text-bad">
          {state.message}
        </span>
      ) : (
        <progress
          value={totalBytes === 0 ? Number(isOver) : doneBytes}
          max={Math.max(1, totalBytes)}
          aria-label={name}
          className="h-1 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
        />
      )}
      <span className="w-16 shrink-0 text-right font-mono text-xs text-mute tabular-nums">
        {state.kind === "waiting" ? t("waiting") : formatBytes(isOver ? totalBytes : doneBytes)}
      </span>
      <IconButton label={isOver ? t("Dismiss {name}", { name }) : t("Cancel {name}", { name })} onClick={onDismiss}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
