import type { Budget } from "@terrarium/contract/budget";
import { useEffect } from "react";
import { useBudget } from "../../../api/budget.ts";
import { useRole } from "../../../api/use-role.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Card } from "../../../ui/Card.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Page } from "../../layout/Page.tsx";
import { formatMicroDollars } from "../../parts/format-money.ts";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { AlertCard } from "./AlertCard.tsx";
import { LimitCard } from "./LimitCard.tsx";

export function BudgetPage() {
  const team = useTeam();
  const { data, error, isFetching, refetch } = useBudget(team.id);
  useEffect(() => {
    if (error !== null) console.error("The budget could not be loaded", error);
  }, [error]);
  const canEdit = useRole() !== "member";
  return (
    <Page title={t("BUDGET")} documentTitle={t("Budget")}>
      {/* Keep the form, with its typed values, while the server is briefly unreachable. */}
      {error === null || data !== undefined ? (
        <div className="grid w-full max-w-3xl gap-3.5">
          <CreditsCard budget={data} />
          {data === undefined ? (
            <>
              <Skeleton className="h-71 rounded-[10px]" />
              <Skeleton className="h-45 rounded-[10px]" />
            </>
          ) : (
            <>
              <LimitCard key={`limit ${team.id}`} budget={data} canEdit={canEdit} />
              <AlertCard key={`alert ${team.id}`} budget={data} canEdit={canEdit} />
            </>
          )}
        </div>
      ) : (
        <LoadFailure
          title={t("Failed to load the budget")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  );
}

function CreditsCard({ budget }: { budget: Budget | undefined }) {
  return (
    <Card title={t("Credits")} description={t("Applied before you're charged.")}>
      {budget === undefined ? (
        <Skeleton className="h-8 w-32" />
      ) : (
        <p className="font-mono text-2xl font-medium">{formatMicroDollars(budget.creditsMicroDollars)}</p>
      )}
    </Card>
  );
}
