import type { Usage, UsagePeriod } from "@terrarium/contract/usage";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { periodName, periodStart } from "./usage-period.ts";

export interface PeriodStepperProps {
  /** Undefined while loading. May belong to another period until the requested one arrives. */
  usage: Usage | undefined;
  period: UsagePeriod;
  /** A time within the displayed period. Undefined means now. */
  at: string | undefined;
  nowMs: number;
  onChange: (at: string | undefined) => void;
}

/** Names the displayed period. Its buttons move from the last requested period to the previous and next one. */
export function PeriodStepper({ usage, period, at, nowMs, onChange }: PeriodStepperProps) {
  const askedMs = Date.parse(at ?? "");
  const shownMs = Number.isNaN(askedMs) ? nowMs : askedMs;
  const isCurrent = periodStart(shownMs, period) >= periodStart(nowMs, period);
  const step = (by: number) => onChange(periodStart(shownMs, period, by).toISOString());
  return (
    <div className="flex items-center gap-0.5">
      <IconButton label={t("Previous period")} disabled={usage === undefined} onClick={() => step(-1)}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </IconButton>
      <output aria-label={t("Period shown")} className="min-w-32 text-center font-mono text-xs">
        {usage === undefined ? (
          <Skeleton className="mx-auto h-3 w-24" />
        ) : (
          periodName(
            usage.buckets.map(({ label }) => label),
            usage.period,
          )
        )}
      </output>
      <IconButton label={t("Next period")} disabled={usage === undefined || isCurrent} onClick={() => step(1)}>
        <ChevronRight className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
