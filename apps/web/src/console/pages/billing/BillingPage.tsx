import type { Billing } from "@terrarium/contract/billing";
import { useEffect } from "react";
import { useBilling } from "../../../api/billing.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Page } from "../../layout/Page.tsx";
import { formatDollars, formatMicroDollars } from "../../parts/format-money.ts";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { BillingHistory } from "./BillingHistory.tsx";
import { DueCard } from "./DueCard.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { plans } from "./plans.ts";

export function BillingPage() {
  const team = useTeam();
  const { data, error, isFetching, refetch } = useBilling(team.id);
  useEffect(() => {
    if (error !== null) console.error("The billing data could not be loaded", error);
  }, [error]);
  return (
    <Page title={t("BILLING")} documentTitle={t("Billing")}>
      {error === null ? (
        <>
          <DueCard billing={data} />
          <section aria-label={t("Plans")} className="mb-3 grid max-w-4xl gap-3.5 md:grid-cols-2">
            {plans().map((plan) => (
              <PlanCard key={plan.id} plan={plan} billing={data} credits={data && creditsWords(data)} />
            ))}
          </section>
          <BillingHistory invoices={data?.invoices} />
        </>
      ) : (
        <LoadFailure
          title={t("Failed to load the billing data")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  );
}

/** Only a user's first team gets credits. */
const creditsWords = ({ creditsGivenDollars, creditsMicroDollars }: Billing): string =>
  creditsGivenDollars === 0
    ? t("Only a user's first team gets credits. This team has none.")
    : t("This team has {left} of {given} left.", {
        left: formatMicroDollars(creditsMicroDollars),
        given: formatDollars(creditsGivenDollars),
      });
