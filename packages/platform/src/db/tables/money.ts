import type { PlanName } from "@terrarium/contract/pricing";

/** Tables of usage, budgets and billing. */
export interface MoneyTables {
  usageIntervals: UsageIntervalsTable;
  usageLabels: UsageLabelsTable;
  budgets: BudgetsTable;
  budgetNotifications: BudgetNotificationsTable;
  subscriptions: SubscriptionsTable;
  unwantedSubscriptions: UnwantedSubscriptionsTable;
  invoices: InvoicesTable;
}

/** Run times of sandboxes, from which usage is computed; kept after the sandbox is deleted. */
interface UsageIntervalsTable {
  sandboxId: string;
  organizationId: string;
  cpu: number;
  memoryMb: number;
  startedAt: number;
  /** Latest end that is charged. */
  expiresAt: number;
  /** Time when the server last saw it running. */
  seenAt: number;
  /** Null while it runs. */
  endedAt: number | null;
  /** Template, creating user, and API key with which that user created it. Null: none, or unknown (older version). */
  templateId: string | null;
  templateName: string | null;
  creatorId: string | null;
  creatorKeyId: string | null;
}

/** Metadata of metered sandboxes; kept as long as their run times. */
interface UsageLabelsTable {
  sandboxId: string;
  organizationId: string;
  key: string;
  value: string;
}

interface BudgetsTable {
  organizationId: string;
  limitEnabled: 0 | 1;
  limitMicroDollars: number;
  alertMicroDollars: number;
  updatedAt: number;
}

/** Sent budget notifications, at most one per period and kind. */
interface BudgetNotificationsTable {
  organizationId: string;
  /** Month in UTC, such as 2026-11. */
  period: string;
  /** A percentage of the limit (50, 80, 90, 100), or alert. */
  kind: string;
  createdAt: number;
}

/** Organizations with a current or former paid plan. */
interface SubscriptionsTable {
  organizationId: string;
  plan: PlanName;
  stripeSubscriptionId: string;
  /** Time of the latest applied Stripe event. */
  eventAt: number;
}

/** Subscriptions of teams that already had one; deleted when cancelled at Stripe. */
interface UnwantedSubscriptionsTable {
  stripeSubscriptionId: string;
}

/**
 * Invoices, one for each calendar month in UTC with usage, and another for usage that was unknown then. Amounts never
 * change.
 */
interface InvoicesTable {
  id: string;
  organizationId: string;
  periodFrom: number;
  periodTo: number;
  issuedAt: number;
  /** Decimal integer that may exceed JavaScript's number range. */
  vcpuMs: string;
  memoryMbMs: string;
  usageMicroDollars: number;
  creditsMicroDollars: number;
  dueCents: number;
  /** open: not yet requested; asked: requested from the payment service; refused: the payment has failed so far. */
  payment: "open" | "asked" | "refused" | "paid";
}
