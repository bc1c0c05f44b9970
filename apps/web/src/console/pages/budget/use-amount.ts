import type { Budget } from "@terrarium/contract/budget";
import { useState } from "react";
import { type BudgetChanges, useUpdateBudget } from "../../../api/budget.ts";
import { type Label, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { amountError, clampTyped, parseAmount } from "./amount.ts";

/** Clears an edited value once it is saved. Keeps a value edited again meanwhile. */
export const unlessSaved = <Value>(current: Value | undefined, saved: Value | undefined): Value | undefined =>
  current === saved ? undefined : current;

/** Manages a typed amount of the team's budget and saves it, together with other changes. */
export function useAmount(
  budget: Budget,
  field: "limitDollars" | "alertDollars",
  words: { saved: Label; failed: Label },
) {
  const team = useTeam();
  const update = useUpdateBudget(team.id);
  // Without typed text, the field shows the saved amount, also when another member saves a new one.
  const [typed, setTyped] = useState<string>();
  const amount = typed ?? String(budget[field]);
  const dollars = parseAmount(amount);
  const error = amountError(amount);
  // An invalid amount does not prevent switching the limit off.
  const isSavable = typed !== undefined && error === undefined;
  const save = (changes: BudgetChanges = {}, onSaved: () => void = () => undefined) =>
    update.mutate(
      { ...changes, ...(isSavable && { [field]: dollars }) },
      {
        onSuccess: () => {
          setTyped((current) => unlessSaved(current, typed));
          onSaved();
          toast.success(t(words.saved));
        },
        onError: reportFailure(words.failed),
      },
    );
  return {
    amount,
    dollars,
    /** Whether the typed amount differs from the saved one. */
    isChanged: dollars !== budget[field],
    error,
    type: (text: string) => setTyped(clampTyped(text)),
    save,
    isSaving: update.isPending,
  };
}
