import type { Snapshot } from "@terrarium/contract/snapshots";
import { Plus } from "lucide-react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Cell, Row } from "../../../ui/Table.tsx";
import { formatBytes } from "../../../viewer/parts/format-bytes.ts";
import { formatDay, formatFull } from "../../parts/format.ts";
import { originWords } from "./snapshot-words.ts";

export interface SnapshotRowProps {
  snapshot: Snapshot;
  onBegin: () => void;
  onRemove: () => void;
}

export function SnapshotRow({ snapshot, onBegin, onRemove }: SnapshotRowProps) {
  const { name, sizeBytes, createdAt, origin } = snapshot;
  const { sandbox, template, maker } = originWords(snapshot);
  const isNamed = origin !== undefined && origin.boxName !== null;
  return (
    <Row>
      <Cell className="font-mono text-xs" title={name}>
        <span className="block truncate max-sm:line-clamp-3 max-sm:wrap-anywhere max-sm:whitespace-normal">{name}</span>
      </Cell>
      <Cell title={origin?.boxId}>
        <bdi className={origin === undefined ? "text-mute" : isNamed ? "" : "font-mono text-xs"}>{sandbox}</bdi>
        {template !== "" && <span className="block truncate text-xs text-mute">{template}</span>}
      </Cell>
      <Cell className={origin?.actorName == null ? "text-mute" : ""} title={maker}>
        {maker}
      </Cell>
      <Cell className="tabular-nums">{formatBytes(sizeBytes)}</Cell>
      <Cell className="text-mute">
        <time dateTime={createdAt} title={formatFull(createdAt)}>
          {formatDay(createdAt)}
        </time>
      </Cell>
      <Cell>
        <span className="-ml-2 flex items-center">
          <Button
            kind="quiet"
            className="h-7! px-2!"
            aria-label={t("New Sandbox from {template}", { template: name })}
            onClick={onBegin}
          >
            <Plus className="size-4" aria-hidden="true" />
            <span className="max-sm:hidden">{t("New Sandbox")}</span>
          </Button>
          <Button
            kind="quiet-danger"
            className="h-7! px-2!"
            aria-label={t("Remove {name}", { name })}
            onClick={onRemove}
          >
            {t("Remove")}
          </Button>
        </span>
      </Cell>
    </Row>
  );
}
