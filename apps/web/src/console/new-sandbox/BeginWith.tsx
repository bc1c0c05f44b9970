import type { Snapshot } from "@terrarium/contract/snapshots";
import { useLayoutEffect, useRef } from "react";
import { messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { Choice, ChoiceGroup } from "../../ui/Choice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { formatBytes } from "../../viewer/parts/format-bytes.ts";
import { formatDay } from "../parts/format.ts";

/** Value of the blank choice. No snapshot has an empty name. */
const EMPTY = "";
const CHOSEN = `[data-state=checked]:not([value="${EMPTY}"])`;

export interface BeginWithProps {
  /** Snapshots that the chosen template supports. Undefined while loading. */
  snapshots: readonly Snapshot[] | undefined;
  /** Reason for a failed load. */
  error: Error | null;
  /** Name of the chosen snapshot, if any. */
  chosen: string | undefined;
  onChange: (name: string | undefined) => void;
}

/** Choice of a new sandbox's initial home directory: empty, or the files of a snapshot. */
export function BeginWith({ snapshots, error, chosen, onChange }: BeginWithProps) {
  const part = useRef<HTMLDivElement>(null);
  // Scrolls the preselected snapshot into view: the list may be long and the window small.
  useLayoutEffect(() => {
    part.current?.querySelector(CHOSEN)?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={part}>
      <ChoiceGroup
        label={t("Start from")}
        value={chosen ?? EMPTY}
        onChange={(name) => onChange(name === EMPTY ? undefined : name)}
        className="-m-0.5 max-h-52 overflow-y-auto p-0.5 sm:grid-cols-2"
      >
        <Choice value={EMPTY} label={t("Blank")}>
          {t("An empty home directory")}
        </Choice>
        {snapshots === undefined && error === null && <Skeleton className="h-14.5 rounded-lg" />}
        {snapshots?.map(({ name, sizeBytes, createdAt }) => (
          <Choice key={name} value={name} label={name}>
            {formatBytes(sizeBytes)} · {formatDay(createdAt)}
          </Choice>
        ))}
      </ChoiceGroup>
      {snapshots?.length === 0 && (
        <p className="mt-1.5 text-xs text-mute">
          {t("To create a snapshot, choose Save snapshot on a sandbox's page.")}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="mt-1.5 text-xs text-bad">
          {t("{failure}: {reason}", { failure: t("Failed to load snapshots"), reason: messageOf(error) })}
        </p>
      )}
    </div>
  );
}
