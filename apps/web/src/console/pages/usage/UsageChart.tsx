import type { Usage } from "@terrarium/contract/usage";
import { t } from "../../../language/text.ts";
import { Card } from "../../../ui/Card.tsx";
import { Chart } from "../../../ui/Chart.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import type { Metric } from "./metrics.ts";
import { bucketLabel, bucketName } from "./usage-period.ts";

export interface UsageChartProps {
  metric: Metric;
  /** Undefined while loading. */
  usage: Usage | undefined;
  /** Buckets that start later are in the future. */
  nowMs: number;
}

export function UsageChart({ metric, usage, nowMs }: UsageChartProps) {
  const { title, kind, isWhole, value, format, formatTicks } = metric;
  return (
    <Card
      title={t(title)}
      actions={
        usage === undefined ? (
          <Skeleton className="h-4 w-16" />
        ) : (
          <span className="font-mono text-base font-medium">{format(value(usage.totals))}</span>
        )
      }
    >
      {usage === undefined ? (
        <Skeleton className="h-52" />
      ) : (
        <Chart
          kind={kind}
          label={t(title)}
          isWhole={isWhole}
          format={format}
          formatTicks={formatTicks}
          points={usage.buckets.map((bucket) => ({
            name: bucketName(bucket.label, usage.period),
            label: bucketLabel(bucket.label, usage.period),
            value: Date.parse(bucket.from) > nowMs ? null : value(bucket),
          }))}
        />
      )}
    </Card>
  );
}
