import type { PlanName } from "@terrarium/contract/pricing";

/** What was used, what it may cost, and what is owed for it. */
export interface MoneyTables {
  usageIntervals: UsageIntervalsTable;
  budgets: BudgetsTable;
  budgetNotifications: BudgetNotificationsTable;
  subscriptions: SubscriptionsTable;
  unwantedSubscriptions: UnwantedSubscriptionsTable;
  invoices: InvoicesTable;
}

/** The time in which a sandbox ran, from which usage is computed; kept when the sandbox itself is forgotten. */
interface UsageIntervalsTable {
  sandboxId: string;
  organizationId: string;
  cpu: number;
  memoryMb: number;
  startedAt: number;
  /** An interval is charged up to this at most. */
  expiresAt: number;
  /** When the server last saw it running. */
  seenAt: number;
  /** Null while it runs. */
  endedAt: number | null;
}

interface BudgetsTable {
  organizationId: string;
  limitEnabled: 0 | 1;
  limitMicroDollars: number;
  alertMicroDollars: number;
  updatedAt: number;
}

/** A row is a notice that was given: for each period and kind there is one at most. */
interface BudgetNotificationsTable {
  organizationId: string;
  /** The month in UTC, as 2026-11. */
  period: string;
  /** A percentage of the limit (50, 80, 90, 100), or alert. */
  kind: string;
  createdAt: number;
}

/** Organizations that have or had another plan than the free one. */
interface SubscriptionsTable {
  organizationId: string;
  plan: PlanName;
  stripeSubscriptionId: string;
  /** When Stripe made the newest event that was applied. */
  eventAt: number;
}

/** Bought by a team that had one already, until they are cancelled at Stripe. */
interface UnwantedSubscriptionsTable {
  stripeSubscriptionId: string;
}

/** Made for a calendar month in UTC with usage, and another for what of it was not known then; its amounts never change. */
interface InvoicesTable {
  id: string;
  organizationId: string;
  periodFrom: number;
  periodTo: number;
  issuedAt: number;
  /** A whole number in decimal, which may be too large for a JavaScript number. */
  vcpuMs: string;
  memoryMbMs: string;
  usageMicroDollars: number;
  creditsMicroDollars: number;
  dueCents: number;
  /** open: nobody was asked for it yet; asked: the payment service is to collect it; refused: it could not so far. */
  payment: "open" | "asked" | "refused" | "paid";
}
