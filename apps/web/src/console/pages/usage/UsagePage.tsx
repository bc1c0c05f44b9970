import { USAGE_PERIODS, type UsagePeriod } from "@terrarium/contract/usage";
import { Download } from "lucide-react";
import { useEffect } from "react";
import { useUsage, useUsageExport, type UsageRequest } from "../../../api/usage.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { saveBlob } from "../../../viewer/parts/save-blob.ts";
import { Page } from "../../layout/Page.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { reportFailure } from "../../parts/report-failure.ts";
import { useNow } from "../../parts/use-now.ts";
import { useUrlState } from "../../parts/use-url-state.ts";
import { Breakdown } from "./Breakdown.tsx";
import { Forecast } from "./Forecast.tsx";
import { METRICS } from "./metrics.ts";
import { PeriodStepper } from "./PeriodStepper.tsx";
import { PERIOD_NAMES } from "./usage-period.ts";
import { UsageChart } from "./UsageChart.tsx";
import { UsageTable } from "./UsageTable.tsx";

const DEFAULT_PERIOD: UsagePeriod = "monthly";
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Names of time zones equal to UTC. */
const SAME_AS_UTC = /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal|Greenwich)$/;
const VIEWS = [
  { value: "charts", label: "Charts" },
  { value: "table", label: "Table" },
] as const;
const PERIODS = USAGE_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] }));

export function UsagePage() {
  const team = useTeam();
  const { parameters, set } = useUrlState();
  const period = USAGE_PERIODS.find((name) => name === parameters.get("period")) ?? DEFAULT_PERIOD;
  const nowMs = useNow();
  const view = parameters.get("view") === "table" ? "table" : "charts";
  const request: UsageRequest = {
    organizationId: team.id,
    period,
    timeZone: TIME_ZONE,
    at: parameters.get("at") ?? undefined,
  };
  const { data, error, isFetching, refetch } = useUsage(request);
  const isZoneUnknown = data !== undefined && data.timeZone === "UTC" && !SAME_AS_UTC.test(TIME_ZONE);
  useEffect(() => {
    if (error !== null) console.error("The usage could not be loaded", error);
  }, [error]);
  return (
    <Page title={t("USAGE")} documentTitle={t("Usage")}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">{t("Usage Analytics")}</h2>
        <PeriodStepper usage={data} period={period} at={request.at} nowMs={nowMs} onChange={(at) => set({ at })} />
        <span className="flex-1" />
        <Segments
          label={t("Period")}
          entries={PERIODS.map(({ value, label }) => ({ value, label: t(label) }))}
          value={period}
          onChange={(next) => set({ period: next === DEFAULT_PERIOD ? undefined : next, at: undefined })}
        />
        <Segments
          label={t("View")}
          entries={VIEWS.map(({ value, label }) => ({ value, label: t(label) }))}
          value={view}
          onChange={(next) => set({ view: next === "charts" ? undefined : next })}
        />
        <ExportButton request={request} />
      </div>
      <Forecast usage={error === null ? data : undefined} />
      {error !== null && (
        <LoadFailure
          title={t("Failed to load the usage")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && view === "table" && <UsageTable usage={data} />}
      {error === null && view === "charts" && (
        <div className="grid gap-3.5 xl:grid-cols-2">
          {METRICS.map((metric) => (
            <UsageChart key={metric.title} metric={metric} usage={data} nowMs={nowMs} />
          ))}
        </div>
      )}
      <Breakdown request={request} />
      <p className="text-xs text-mute">
        {isZoneUnknown &&
          t("The server does not support this browser's time zone, {timeZone}. ", { timeZone: TIME_ZONE })}
        {t("Days start at midnight in {timeZone}. Running sandboxes are counted up to now.", {
          timeZone: data?.timeZone ?? TIME_ZONE,
        })}
      </p>
    </Page>
  );
}

function ExportButton({ request }: { request: UsageRequest }) {
  const download = useUsageExport();
  const save = () =>
    download.mutate(request, {
      onSuccess: (csv) => saveBlob(csv, `usage-${request.period}.csv`),
      onError: reportFailure("Failed to export the usage"),
    });
  return (
    <Button onClick={save} isBusy={download.isPending}>
      {!download.isPending && <Download className="size-3.5 text-mute" aria-hidden="true" />}
      {t("Export CSV")}
    </Button>
  );
}
