import type { BoxMetricsSample } from "@terrarium/contract/box-metrics";
import { BOX_METRICS } from "@terrarium/contract/limits";
import { useBoxMetrics } from "../../../api/box-metrics.ts";
import { t } from "../../../language/text.ts";
import { Chart } from "../../../ui/Chart.tsx";
import { Cell, type Column, Row, Table } from "../../../ui/Table.tsx";
import { ViewLoading } from "../../../viewer/parts/KeptView.tsx";
import { useIsShown } from "../../../viewer/parts/shown.ts";
import { formatClock } from "../../parts/format.ts";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { type BoxMetric, CHARTS, COLUMNS, type Limits } from "./box-metrics.ts";

const CHART_HEIGHT_PX = 124;
/** Every sample is a point of the charts; the table shows one per minute. */
const ROW_SAMPLES = 60_000 / BOX_METRICS.intervalMs;

/** What a running sandbox uses, as charts and as a table. Polls while it is visible. */
export function MetricsPanel({ sandboxId }: { sandboxId: string }) {
  const isShown = useIsShown();
  const { data, error, isFetching, refetch } = useBoxMetrics(sandboxId, isShown);
  if (error !== null && data === undefined)
    return (
      <div className="p-4">
        <LoadFailure
          title={t("The metrics could not be loaded")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (data === undefined) return <ViewLoading />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
    <div tabIndex={0} className="@container h-full overflow-y-auto p-4 focus-visible:-outline-offset-2 sm:p-5">
      <div className="grid gap-3 @xl:grid-cols-2">
        {CHARTS.map((metric) => (
          <MetricChart key={metric.title} metric={metric} samples={data.samples} limits={data.limits} />
        ))}
      </div>
      <details className="mt-4">
        <summary className="w-fit cursor-pointer rounded text-sm text-mute hover:text-text">
          {t("Show as a table")}
        </summary>
        <div className="mt-3">
          <SampleTable samples={data.samples} />
        </div>
      </details>
      <p className="pt-3 text-xs text-mute">
        {t("Measured every {count} s, since somebody opened this page. The last {minutes} minutes are kept.", {
          count: BOX_METRICS.intervalMs / 1_000,
          minutes: BOX_METRICS.keptMs / 60_000,
        })}
      </p>
    </div>
  );
}

interface MetricChartProps {
  metric: BoxMetric;
  samples: readonly BoxMetricsSample[];
  limits: Limits;
}

function MetricChart({ metric: { title, value, format, limit }, samples, limits }: MetricChartProps) {
  const last = samples.at(-1);
  const now = last === undefined ? null : value(last);
  return (
    <section aria-label={t(title)} className="min-w-0 rounded-[10px] border border-line bg-panel p-3">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium">{t(title)}</span>
        {now !== null && (
          <span className="ml-auto font-mono text-xs">
            {format(now)} {limit !== undefined && <span className="text-mute">{limit(limits)}</span>}
          </span>
        )}
      </h3>
      {now === null ? (
        <p className="mt-2 text-sm text-mute">{t("Not measured for this sandbox.")}</p>
      ) : (
        <div className="mt-2">
          <Chart
            kind="line"
            label={t(title)}
            heightPx={CHART_HEIGHT_PX}
            format={format}
            formatTicks={(ticks) => ticks.map((tick) => format(tick).replace(".0 ", " "))}
            points={samples.map((sample) => {
              const time = formatClock(Date.parse(sample.at));
              return { name: time, label: time.slice(0, 5), value: value(sample) };
            })}
          />
        </div>
      )}
    </section>
  );
}

const TABLE_COLUMNS: readonly Column[] = [
  { title: "Time", widthPx: 96 },
  ...COLUMNS.map(({ title }) => ({ title, widthPx: 96, isNumber: true })),
];

/** One sample per minute, newest first. */
function SampleTable({ samples }: { samples: readonly BoxMetricsSample[] }) {
  const rows = samples.filter((_, index) => (samples.length - 1 - index) % ROW_SAMPLES === 0).toReversed();
  return (
    <Table label={t("Metrics")} columns={TABLE_COLUMNS}>
      {rows.map((sample) => (
        <Row key={sample.at}>
          <Cell>{formatClock(Date.parse(sample.at))}</Cell>
          {COLUMNS.map(({ title, value, format }) => {
            const measured = value(sample);
            return (
              <Cell key={title} className="text-right font-mono text-xs!">
                {measured === null ? "-" : format(measured)}
              </Cell>
            );
          })}
        </Row>
      ))}
    </Table>
  );
}
