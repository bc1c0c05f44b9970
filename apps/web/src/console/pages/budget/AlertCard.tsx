import { useState } from "react";
import { useUpdateBudget } from "../../../api/budget.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Card } from "../../../ui/Card.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../report-failure.ts";
import { clampTyped, parseAmount } from "./amount.ts";
import { AmountForm } from "./AmountForm.tsx";
import type { BudgetCardProps } from "./LimitCard.tsx";

export function AlertCard({ budget, canEdit }: BudgetCardProps) {
  const team = useTeam();
  const update = useUpdateBudget(team.id);
  const [amount, setAmount] = useState(String(budget.alertDollars));
  const save = () =>
    update.mutate(
      {
        limitEnabled: budget.limitEnabled,
        limitDollars: budget.limitDollars,
        alertDollars: parseAmount(amount),
      },
      {
        onSuccess: (saved) => {
          setAmount(String(saved.alertDollars));
          toast.success(t("Budget alert saved"));
        },
        onError: reportFailure("Failed to save budget alert"),
      },
    );
  return (
    <Card
      title={t("Set a Budget Alert")}
      description={t(
        "If your team exceeds this threshold in a month, an alert e-mail is sent. There is no service interruption. 0 means no alert.",
      )}
    >
      <AmountForm
        label={t("Budget alert in dollars")}
        amount={amount}
        onChange={(typed) => setAmount(clampTyped(typed))}
        onSave={save}
        isSaving={update.isPending}
        isDisabled={!canEdit}
        canSave={canEdit}
        canEdit={canEdit}
      />
    </Card>
  );
}
