import type { Budget } from "@terrarium/contract/budget";
import { useState } from "react";
import { type BudgetChanges, useUpdateBudget } from "../../../api/budget.ts";
import { type Label, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { amountError, clampTyped, parseAmount } from "./amount.ts";

/** What is shown in place of what is saved, once `saved` is: what was changed meanwhile is not. */
export const unlessSaved = <Value>(current: Value | undefined, saved: Value | undefined): Value | undefined =>
  current === saved ? undefined : current;

/** An amount of the team's budget as it is typed, and its saving, with what else is changed. */
export function useAmount(
  budget: Budget,
  field: "limitDollars" | "alertDollars",
  words: { saved: Label; failed: Label },
) {
  const team = useTeam();
  const update = useUpdateBudget(team.id);
  // What nobody has typed over is the amount that is saved, whoever saves another one.
  const [typed, setTyped] = useState<string>();
  const amount = typed ?? String(budget[field]);
  const dollars = parseAmount(amount);
  const error = amountError(amount);
  // One that cannot be saved does not keep the limit from being switched off.
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
    /** Whether what is typed is not what is saved. */
    isChanged: dollars !== budget[field],
    error,
    type: (text: string) => setTyped(clampTyped(text)),
    save,
    isSaving: update.isPending,
  };
}
