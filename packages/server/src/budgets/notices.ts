import { BUDGET_THRESHOLDS_PERCENT, MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import type { Mail } from "../mail/queue.ts";
import type { LabelledSpan } from "../usage/periods.ts";
import type { BudgetRecord } from "./store.ts";

const ALERT = "alert";
const ALL_PERCENT = 100;

const MICRO_DOLLARS_PER_CENT = MICRO_DOLLARS_PER_DOLLAR / 100;

/** Formats an amount as the console does: "12.30"; below a dollar, unless it is whole cents, "0.0043". */
export function formatDollars(microDollars: number): string {
  const isSmall = microDollars < MICRO_DOLLARS_PER_DOLLAR && microDollars % MICRO_DOLLARS_PER_CENT !== 0;
  return (microDollars / MICRO_DOLLARS_PER_DOLLAR).toFixed(isSmall ? 4 : 2);
}

/** Returns the due notices for a cost: the reached percentages of the limit, and the alert once it is exceeded. */
export function noticesFor(budget: BudgetRecord, usedMicroDollars: number): string[] {
  const { limitEnabled, limitMicroDollars, alertMicroDollars } = budget;
  const reached = BUDGET_THRESHOLDS_PERCENT.filter(
    // A limit of zero has no percentages.
    (percent) =>
      limitEnabled &&
      usedMicroDollars * ALL_PERCENT >= limitMicroDollars * percent &&
      (limitMicroDollars > 0 || percent === ALL_PERCENT),
  ).map(String);
  return alertMicroDollars > 0 && usedMicroDollars > alertMicroDollars ? [...reached, ALERT] : reached;
}

interface NoticeContext {
  kind: string;
  budget: BudgetRecord;
  usedMicroDollars: number;
  month: LabelledSpan;
  organizationName: string;
  recipient: string;
  /** Page to change the limit. */
  budgetUrl: string | undefined;
}

/** Returns the e-mail to a team's owner. */
export function composeNotice(context: NoticeContext): Mail {
  const { kind, budget, month, organizationName, recipient, budgetUrl } = context;
  const used = `$${formatDollars(context.usedMicroDollars)}`;
  const limit = `$${formatDollars(budget.limitMicroDollars)}`;
  const alert = `$${formatDollars(budget.alertMicroDollars)}`;
  const nextMonth = new Date(month.to).toISOString().slice(0, 10);
  const subject =
    kind === ALERT
      ? `${organizationName}: usage has exceeded your alert of ${alert}`
      : `${organizationName}: ${kind}% of the budget limit is used`;
  const facts =
    kind === ALERT
      ? `has used ${used} in ${month.label}, more than the alert that was set at ${alert}. Nothing is interrupted.`
      : `has used ${used} in ${month.label}: ${kind}% of its limit of ${limit} is reached.`;
  const consequence =
    kind === String(ALL_PERCENT)
      ? `New sandboxes and API requests are refused until the limit is raised or the next period begins on ${nextMonth} (UTC). Sandboxes that run go on to their end.`
      : undefined;
  const where = `The limit and the alert can be changed on the Budget page${budgetUrl ? `: ${budgetUrl}` : "."}`;
  const paragraphs = [`The team "${organizationName}" ${facts}`, consequence, where];
  return { recipient, subject, body: `${paragraphs.filter((it) => it !== undefined).join("\n\n")}\n` };
}
