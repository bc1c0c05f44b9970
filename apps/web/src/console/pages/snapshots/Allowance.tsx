import { SNAPSHOTS } from "@terrarium/contract/limits";
import type { Snapshot } from "@terrarium/contract/snapshots";
import { rich, t } from "../../../language/text.ts";
import { cx } from "../../../ui/cx.ts";
import { formatBytes } from "../../../viewer/parts/format-bytes.ts";
import { allowanceOf } from "./snapshot-words.ts";

const NEARLY_ALL = 0.9;

/** The team's snapshot usage against its limits, by number and by size. */
export function Allowance({ snapshots }: { snapshots: readonly Snapshot[] | undefined }) {
  const { bytes, countShare, bytesShare } = allowanceOf(snapshots ?? []);
  const most = SNAPSHOTS.perOrganization;
  const isKnown = snapshots !== undefined;
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-[10px] border border-line bg-panel px-4 py-3.5 sm:grid-cols-2 sm:px-5">
      <Meter
        label={t("Saved snapshots")}
        used={isKnown ? String(snapshots.length) : "–"}
        limit={String(most.snapshots)}
        share={countShare}
      />
      <Meter
        label={t("Storage used")}
        used={isKnown ? formatBytes(bytes) : "–"}
        limit={formatBytes(most.bytes)}
        share={bytesShare}
      />
    </dl>
  );
}

interface MeterProps {
  label: string;
  used: string;
  limit: string;
  share: number;
}

function Meter({ label, used, limit, share }: MeterProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-mute">{label}</dt>
      <dd>
        <span className="text-sm text-mute">
          {rich("{used} of {limit}", {
            used: <b className="font-mono font-medium text-text tabular-nums">{used}</b>,
            limit,
          })}
        </span>
        <progress className="sr-only" aria-label={label} max={1} value={share} />
        <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-raised">
          <span
            className={cx("block h-full", share >= NEARLY_ALL ? "bg-bad" : "bg-accent")}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      </dd>
    </div>
  );
}
