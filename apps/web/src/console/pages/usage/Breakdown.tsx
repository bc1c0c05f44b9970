import { USAGE_DIMENSIONS, type UsageDimension } from "@terrarium/contract/usage";
import { useEffect } from "react";
import { type UsageRequest, useUsageBreakdown } from "../../../api/usage.ts";
import { t } from "../../../language/text.ts";
import { Segments } from "../../../ui/Segments.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { Section } from "../../parts/Section.tsx";
import { useUrlState } from "../../parts/use-url-state.ts";
import { BreakdownTable } from "./BreakdownTable.tsx";
import { DIMENSION_NAMES } from "./dimension-names.ts";
import { LabelMenu } from "./LabelMenu.tsx";

const DEFAULT_DIMENSION: UsageDimension = "template";

/** The period's usage by template, API key, member or label. */
export function Breakdown({ request }: { request: UsageRequest }) {
  const { parameters, set, correct } = useUrlState();
  const by = USAGE_DIMENSIONS.find((name) => name === parameters.get("by")) ?? DEFAULT_DIMENSION;
  const label = parameters.get("label") ?? "";
  const { data, error, isFetching, refetch } = useUsageBreakdown({ ...request, by, label });
  useEffect(() => {
    if (error !== null) console.error("The usage breakdown could not be loaded", error);
  }, [error]);
  // Without a choice, the first label is shown.
  const [firstLabel] = data?.labels ?? [];
  const isChoosing = by === "label" && label === "" && firstLabel !== undefined;
  useEffect(() => {
    if (isChoosing) correct({ label: firstLabel });
  });
  return (
    <Section
      title={t("Breakdown")}
      description={t("Usage of this period by the origin of its sandboxes.")}
      actions={
        <>
          {by === "label" && (
            <LabelMenu labels={data?.labels ?? []} chosen={label} onChoose={(next) => set({ label: next })} />
          )}
          <Segments
            label={t("Break down by")}
            entries={USAGE_DIMENSIONS.map((value) => ({ value, label: t(DIMENSION_NAMES[value]) }))}
            value={by}
            onChange={(next) => set({ by: next === DEFAULT_DIMENSION ? undefined : next, label: undefined })}
          />
        </>
      }
    >
      {error === null ? (
        <BreakdownTable by={by} label={label} breakdown={isChoosing ? undefined : data} />
      ) : (
        <LoadFailure
          title={t("Failed to load the breakdown")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  );
}
