import type { Usage } from "@terrarium/contract/usage";
import { rich } from "../../../language/text.ts";
import { formatMicroDollars } from "../../parts/format-money.ts";
import { periodName } from "./usage-period.ts";

/** The expected cost of the current period. Past periods have none. */
export function Forecast({ usage }: { usage: Usage | undefined }) {
  const { forecastMicroDollars = null } = usage ?? {};
  if (usage === undefined || forecastMicroDollars === null) return null;
  const labels = usage.buckets.map(({ label }) => label);
  return (
    <p className="text-sm text-mute">
      {rich("Forecast for {period}: {amount}, if the pace of the last 7 days continues.", {
        period: periodName(labels, usage.period),
        amount: <b className="font-mono font-medium text-text">{formatMicroDollars(forecastMicroDollars)}</b>,
      })}
    </p>
  );
}
