import type { Billing } from "@terrarium/contract/billing";
import { t } from "../../../language/text.ts";
import { Card } from "../../../ui/Card.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { formatDollars, formatMicroDollars } from "../../parts/format-money.ts";
import { formatMonth } from "../../parts/format.ts";

/** The amount due for the current month. `billing` is undefined while loading. */
export function DueCard({ billing }: { billing: Billing | undefined }) {
  return (
    <Card
      title={t("Total due this period")}
      description={billing && t("{month} (UTC), so far", { month: formatMonth(billing.period.from) })}
      className="w-full max-w-4xl"
    >
      {billing === undefined ? <Skeleton className="h-14" /> : <Amounts billing={billing} />}
    </Card>
  );
}

function Amounts({ billing: { period, plan, invoices } }: { billing: Billing }) {
  const unpaid = invoices.filter(({ status }) => status !== "paid").reduce((sum, { amount }) => sum + amount, 0);
  const amounts: readonly [name: string, amount: string][] = [
    [t("Usage"), formatMicroDollars(period.usageMicroDollars)],
    [t("Covered by credits"), formatMicroDollars(period.creditsMicroDollars)],
    ...(unpaid > 0 ? [[t("Unpaid invoices"), formatDollars(unpaid)] satisfies [string, string]] : []),
  ];
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
      <p className="font-mono text-2xl font-medium">{formatMicroDollars(period.dueMicroDollars)}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {amounts.map(([name, amount]) => (
          <div key={name}>
            <dt className="text-xs text-mute">{name}</dt>
            <dd className="font-mono">{amount}</dd>
          </div>
        ))}
      </dl>
      {plan === "pro" && <p className="text-xs text-mute">{t("Stripe charges the plan's price separately.")}</p>}
    </div>
  );
}
