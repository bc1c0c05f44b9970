import type { Budget } from "@terrarium/contract/budget";
import { BUDGET_THRESHOLDS_PERCENT, MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import { useState } from "react";
import { rich, t } from "../../../language/text.ts";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { formatDollars, formatMicroDollars } from "../../parts/format-money.ts";
import { AmountForm } from "./AmountForm.tsx";
import { blocksAtOnce } from "./budget-draft.ts";
import { unlessSaved, useAmount } from "./use-amount.ts";

const WORDS = { saved: "Budget limit saved", failed: "Failed to save budget limit" } as const;

export interface BudgetCardProps {
  budget: Budget;
  canEdit: boolean;
}

export function LimitCard({ budget, canEdit }: BudgetCardProps) {
  // Undefined: not switched since the last save by any member.
  const [switched, setSwitched] = useState<boolean>();
  const isEnabled = switched ?? budget.limitEnabled;
  const [isAsking, setIsAsking] = useState(false);
  const { amount, dollars, type, save, isSaving, isChanged, error } = useAmount(budget, "limitDollars", WORDS);
  const isUnsaved = isEnabled !== budget.limitEnabled || (isEnabled && isChanged);
  const isBlocking = isEnabled && isUnsaved && blocksAtOnce(dollars, budget);
  const saveIt = () => {
    setIsAsking(false);
    save(switched === undefined ? {} : { limitEnabled: switched }, () =>
      setSwitched((current) => unlessSaved(current, switched)),
    );
  };
  return (
    <Card
      title={t("Budget Limit")}
      description={t("If your team exceeds this threshold in a billing period, subsequent API requests are blocked.")}
      actions={<Switch label={t("Enable budget limit")} isOn={isEnabled} onChange={setSwitched} disabled={!canEdit} />}
    >
      <SpentBar budget={budget} />
      <AmountForm
        label={t("Budget limit in dollars")}
        amount={amount}
        onChange={type}
        onSave={() => (isBlocking ? setIsAsking(true) : saveIt())}
        isSaving={isSaving}
        isDisabled={!isEnabled || !canEdit}
        canSave={canEdit && (isEnabled || budget.limitEnabled)}
        canEdit={canEdit}
        error={isEnabled ? error : undefined}
        unsaved={isUnsaved ? t("Not saved yet. Currently {saved}.", { saved: savedWords(budget) }) : undefined}
      />
      {isBlocking && error === undefined && (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{blockWords(dollars, budget)}</p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={saveIt}
        title={t("Block the team now?")}
        description={blockWords(dollars, budget)}
        confirmLabel={t("Save and block")}
      />
      <p className="mt-3 max-w-prose text-sm text-mute">
        {t("{sentence} {next}", {
          sentence: noticeSentence(budget.notifiedEmail),
          next: t(
            "Once it is reached, your team cannot create new sandboxes in the period unless the limit is raised.",
          ),
        })}
      </p>
      {budget.notifiedEmail === null && (
        <p className="mt-2 text-sm text-warn">
          {t("The owner has no e-mail address on file, so no notifications are sent.")}
        </p>
      )}
    </Card>
  );
}

const savedWords = ({ limitEnabled, limitDollars }: Budget): string =>
  limitEnabled ? t("the limit is on, at {amount}", { amount: formatDollars(limitDollars) }) : t("the limit is off");

const blockWords = (limitDollars: number, { usedMicroDollars }: Budget): string =>
  t(
    "Your team has spent {used} this month; this limit is {limit}. Saving it blocks new sandboxes and API requests immediately.",
    { used: formatMicroDollars(usedMicroDollars), limit: formatDollars(limitDollars) },
  );

/** Returns the shares of the limit with e-mail notifications, and their recipient. */
function noticeSentence(email: string | null): string {
  const shares = BUDGET_THRESHOLDS_PERCENT.map((percent) => `${percent}%`);
  const places = { shares: shares.slice(0, -1).join(t(", ")), last: shares.at(-1) ?? "" };
  return email === null
    ? t("E-mail notifications are sent at {shares} and {last} of the limit.", places)
    : t("E-mail notifications are sent at {shares} and {last} of the limit to {email}.", { ...places, email });
}

/** Progress bar of the spending, with marks at the shares that send e-mails. */
function SpentBar({
  budget: { limitEnabled, limitDollars, usedMicroDollars, isExceeded, thresholdsPercent },
}: {
  budget: Budget;
}) {
  const used = formatMicroDollars(usedMicroDollars);
  if (!limitEnabled)
    return (
      <p className="mb-4 text-sm">
        {rich("{amount} used this month", { amount: <b className="font-mono font-medium">{used}</b> })}
      </p>
    );
  const limitMicroDollars = limitDollars * MICRO_DOLLARS_PER_DOLLAR;
  const share = limitMicroDollars === 0 ? 1 : Math.min(1, usedMicroDollars / limitMicroDollars);
  return (
    <div className="mb-4">
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm">
        <b className="font-mono font-medium">{used}</b>
        <span className="text-mute">{t("of {limit} used this month", { limit: formatDollars(limitDollars) })}</span>
        {isExceeded && <b className="ml-auto font-medium text-bad">{t("Limit reached")}</b>}
      </p>
      <progress className="sr-only" aria-label={t("Share of the budget limit used")} max={1} value={share} />
      <div aria-hidden="true" className="relative mt-2 h-2 overflow-hidden rounded-full bg-raised">
        <span
          className={isExceeded ? "absolute inset-y-0 left-0 bg-bad" : "absolute inset-y-0 left-0 bg-accent"}
          style={{ width: `${share * 100}%` }}
        />
        {thresholdsPercent
          .filter((percent) => percent < 100)
          .map((percent) => (
            <span key={percent} className="absolute inset-y-0 w-0.5 bg-panel" style={{ left: `${percent}%` }} />
          ))}
      </div>
    </div>
  );
}
