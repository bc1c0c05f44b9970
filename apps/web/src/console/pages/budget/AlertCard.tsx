import type { Budget } from "@terrarium/contract/budget";
import { t } from "../../../language/text.ts";
import { Card } from "../../../ui/Card.tsx";
import { formatDollars } from "../../parts/format-money.ts";
import { AmountForm } from "./AmountForm.tsx";
import type { BudgetCardProps } from "./LimitCard.tsx";
import { useAmount } from "./use-amount.ts";

const WORDS = { saved: "Budget alert saved", failed: "Failed to save budget alert" } as const;

export function AlertCard({ budget, canEdit }: BudgetCardProps) {
  const { amount, type, save, isSaving, isChanged, error } = useAmount(budget, "alertDollars", WORDS);
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
        onChange={type}
        onSave={() => save()}
        isSaving={isSaving}
        isDisabled={!canEdit}
        canSave={canEdit}
        canEdit={canEdit}
        error={error}
        unsaved={isChanged ? t("Not saved yet. Currently {saved}.", { saved: savedWords(budget) }) : undefined}
      />
    </Card>
  );
}

const savedWords = ({ alertDollars }: Budget): string =>
  alertDollars === 0 ? t("there is no alert") : t("the alert is at {amount}", { amount: formatDollars(alertDollars) });
