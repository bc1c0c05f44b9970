import type { Usage } from "@terrarium/contract/usage";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { periodName } from "./usage-period.ts";

export interface PeriodStepperProps {
  /** Undefined while it loads. */
  usage: Usage | undefined;
  /** A time in the period that is shown; undefined: now. */
  at: string | undefined;
  nowMs: number;
  onChange: (at: string | undefined) => void;
}

/** Names the period that is shown, and leads to the one before and the one after. */
export function PeriodStepper({ usage, at, nowMs, onChange }: PeriodStepperProps) {
  const isCurrent = at === undefined || (usage !== undefined && Date.parse(usage.to) > nowMs);
  const goTo = (timeMs: number) => onChange(new Date(timeMs).toISOString());
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        label={t("Previous period")}
        disabled={usage === undefined}
        onClick={() => usage !== undefined && goTo(Date.parse(usage.from) - 1)}
      >
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
      <IconButton
        label={t("Next period")}
        disabled={usage === undefined || isCurrent}
        onClick={() => usage !== undefined && goTo(Date.parse(usage.to))}
      >
        <ChevronRight className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
