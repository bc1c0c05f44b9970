import { type Billing, Invoice } from "@terrarium/contract/billing";
import {
  costMicroDollars,
  MICRO_DOLLARS_PER_DOLLAR,
  type PlanName,
  toRamGbHours,
  toVcpuHours,
} from "@terrarium/contract/pricing";
import { AppError } from "@terrarium/platform/base/app-error";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import { readableRows } from "@terrarium/platform/db/readable-rows";
import { attemptAll, attemptEach, throwFailures } from "@terrarium/platform/jobs/attempt-all";
import type { FastifyBaseLogger } from "fastify";
import type { OrganizationService } from "../organizations/service.ts";
import { finishedMonths, type LabelledSpan, utcMonth } from "../usage/periods.ts";
import type { UsageService } from "../usage/service.ts";
import { createInvoiceRenderer } from "./invoice-renderer.ts";
import type { Payments } from "./payments.ts";
import {
  type BillingStore,
  type InvoiceRecord,
  type OrphanedSubscription,
  type Settlement,
  toRecord,
} from "./store.ts";

const BUYERS = ["owner", "admin"] as const;
const MICRO_DOLLARS_PER_CENT = 10_000;
const CENTS_PER_DOLLAR = 100;
/** Not cancelled automatically: several servers may share a Stripe account, and each receives all events. */
const NO_TEAM =
  "a subscription was bought for a team that is not on this server: unless it is another server's, cancel it at Stripe and refund its payment";
const BOUGHT_TWICE = "a subscription of a team that has another one was cancelled: refund its payment at Stripe";
const HOW_TO_TAKE_PAYMENTS =
  "somebody wants to buy the Pro plan: to take payments set STRIPE_SECRET_KEY (Stripe dashboard, Developers: a secret key) and STRIPE_WEBHOOK_SECRET (of a webhook to /api/v1/billing/stripe_webhook), and restart the server";
const HOW_TO_LET_MANAGE =
  "somebody wants to manage their Pro plan: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET again and restart the server, or change the subscription at Stripe";
/** Delay after a month's end until its usage is complete (ends can be recorded late). */
const INVOICE_DELAY_MS = 60 * 60_000;
/** Period of the single search for usage that is on no invoice. */
const LOOK_BACK_MS = 90 * 24 * 60 * 60_000;

export interface BillingService {
  /** Throws organization_not_found. */
  get(caller: SessionCaller, organizationId: string): Promise<Billing>;
  /** Throws organization_not_found, invoice_not_found. */
  renderInvoice(caller: SessionCaller, organizationId: string, invoiceId: string): Promise<Buffer>;
  /**
   * Returns the page to buy the Pro plan. The browser returns to `returnUrl`. Throws organization_not_found,
   * role_required, payments_not_configured, already_pro, payments_failed.
   */
  upgrade(caller: SessionCaller, organizationId: string, returnUrl: string): Promise<string>;
  /**
   * Returns the page to change the Pro plan's payment method or to cancel it. The browser returns to `returnUrl`.
   * Throws organization_not_found, role_required, not_pro, payments_disconnected, payments_failed.
   */
  managePlan(caller: SessionCaller, organizationId: string, returnUrl: string): Promise<string>;
  /**
   * Applies an event of Stripe. Repeated or outdated events change nothing. Throws payments_not_configured,
   * webhook_refused.
   */
  applyWebhook(body: Buffer, signature: string | undefined): Promise<void>;
  /** Requests the payment of due invoices of teams with the Pro plan, each once. The next call retries failures. */
  collectInvoices(): Promise<void>;
  planOf(organizationId: string): Promise<PlanName>;
  /** Returns the remaining credits, in millionths of a dollar. Never negative. */
  creditsOf(organizationId: string): Promise<number>;
  /**
   * Ends the subscriptions of deleted teams, and second subscriptions of a team. The next call retries failures. Throws
   * payments_failed.
   */
  cancelOrphans(): Promise<void>;
  /** Creates the invoices of finished months (UTC), oldest first. Existing ones do not change. */
  issueInvoices(): Promise<void>;
}

export interface BillingServiceParts {
  store: BillingStore;
  usage: Pick<UsageService, "measure" | "listOrganizations" | "findFirstStart">;
  organizations: Pick<OrganizationService, "requireMember" | "requireRole">;
  /** Undefined: this server sells no plan. */
  payments: Payments | undefined;
  log: FastifyBaseLogger;
}

export function createBillingService(parts: BillingServiceParts, clock: () => number = Date.now): BillingService {
  const { store, usage, organizations, payments, log } = parts;

  const renderInvoice = createInvoiceRenderer();

  const planOf = async (organizationId: string) => (await store.findSubscription(organizationId))?.plan ?? "hobby";

  /** Returns the credits that are left at a time. */
  async function creditsAt(organizationId: string, at: number): Promise<number> {
    const { creditsLeft, lastMonth, billedSince } = await store.sumInvoices(organizationId);
    const used = costMicroDollars(await usage.measure(organizationId, { from: lastMonth, to: at }));
    return Math.max(0, creditsLeft - Math.max(0, used - billedSince));
  }
  const creditsOf = (organizationId: string) => creditsAt(organizationId, clock());

  /** Returns the costs of the current month so far. Credits cover earlier months first. */
  async function readPeriod(organizationId: string): Promise<Billing["period"]> {
    const { from, to } = utcMonth(clock());
    const usageMicroDollars = costMicroDollars(await usage.measure(organizationId, { from, to }));
    const creditsMicroDollars = Math.min(usageMicroDollars, await creditsAt(organizationId, from));
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      usageMicroDollars,
      creditsMicroDollars,
      dueMicroDollars: usageMicroDollars - creditsMicroDollars,
    };
  }

  /** Bills an organization's usage of a month that is not yet on an invoice. */
  async function issueMonth(organizationId: string, month: LabelledSpan): Promise<void> {
    const { vcpuMs, memoryMbMs } = await usage.measure(organizationId, month);
    const used = { vcpuMs, memoryMbMs, usageMicroDollars: costMicroDollars({ vcpuMs, memoryMbMs }) };
    if (used.usageMicroDollars === 0) return;
    const span = { periodFrom: month.from, periodTo: month.to, issuedAt: clock() };
    const number = invoiceNumber(organizationId, month);
    const invoiceId = await store.issue({ organizationId, number, used, ...span }, settle);
    if (invoiceId !== undefined) log.info({ organizationId, invoiceId }, "invoice issued");
  }

  async function cancelUnwanted(stripeSubscriptionId: string): Promise<void> {
    await payments?.cancel(stripeSubscriptionId);
    await store.removeUnwanted(stripeSubscriptionId);
    log.warn({ stripeSubscriptionId }, BOUGHT_TWICE);
  }

  async function cancelOrphan({ organizationId, stripeSubscriptionId, plan }: OrphanedSubscription): Promise<void> {
    if (plan !== "hobby" && !payments) throw new AppError("payments_disconnected");
    // Also without the plan: Stripe keeps an unpaid subscription and charges for it once it is paid. It may also have
    // ended.
    await payments?.cancel(stripeSubscriptionId);
    await store.removeSubscription(organizationId);
    log.info({ organizationId, stripeSubscriptionId }, "subscription of a team that is gone ended");
  }

  /**
   * Whether this server has checked earlier months. An earlier server may have billed them by a clock that was ahead.
   */
  let isLookedBack = false;

  /**
   * Returns the start of months that may have unbilled usage. A clock that was ahead bills a month before its end. The
   * rest is billed when the clock is right again: such months lie beyond the present, or an earlier server found them.
   */
  async function invoicesSince(): Promise<number | undefined> {
    const through = await store.readInvoicedThrough();
    if (through === undefined) return usage.findFirstStart();
    const present = utcMonth(clock() - INVOICE_DELAY_MS).from;
    if (through > present) await store.writeInvoicedThrough(present);
    return isLookedBack ? Math.min(through, present) : utcMonth(Math.min(through, present) - LOOK_BACK_MS).from;
  }

  const howToPay = (plan: PlanName): string => {
    if (!payments) return "This server takes no payments: ask its operator how to pay, naming the invoice number.";
    if (plan === "hobby") return "Upgrade to Pro on the Billing page: the card given there pays what is due.";
    return "Charged to the card of the Pro plan.";
  };

  return {
    async get(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      return {
        plan: await planOf(organizationId),
        paymentsConfigured: payments !== undefined,
        creditsGivenDollars: (await store.sumInvoices(organizationId)).creditsGiven / MICRO_DOLLARS_PER_DOLLAR,
        creditsMicroDollars: await creditsOf(organizationId),
        period: await readPeriod(organizationId),
        invoices: readableRows(await store.listInvoices(organizationId), Invoice, (row) => toWire(toRecord(row)), log),
      };
    },

    async renderInvoice(caller, organizationId, invoiceId) {
      await organizations.requireMember(caller, organizationId);
      const invoice = await store.findInvoice(organizationId, invoiceId);
      if (!invoice) throw new AppError("invoice_not_found", { invoiceId });
      const organizationName = (await store.findOrganizationName(organizationId)) ?? organizationId;
      const plan = await planOf(organizationId);
      const team = { id: organizationId, name: organizationName };
      return renderInvoice(caller.userId, toWire(invoice), team, howToPay(plan));
    },

    async upgrade(caller, organizationId, returnUrl) {
      await organizations.requireRole(caller, organizationId, BUYERS);
      if (!payments) {
        log.warn({ organizationId }, HOW_TO_TAKE_PAYMENTS);
        throw new AppError("payments_not_configured");
      }
      if ((await planOf(organizationId)) === "pro") throw new AppError("already_pro");
      return payments.startCheckout({ organizationId, returnUrl });
    },

    async managePlan(caller, organizationId, returnUrl) {
      await organizations.requireRole(caller, organizationId, BUYERS);
      const subscription = await store.findSubscription(organizationId);
      if (subscription?.plan !== "pro") throw new AppError("not_pro");
      if (!payments) {
        log.warn({ organizationId, stripeSubscriptionId: subscription.stripeSubscriptionId }, HOW_TO_LET_MANAGE);
        throw new AppError("payments_disconnected");
      }
      return payments.startPortal({ stripeSubscriptionId: subscription.stripeSubscriptionId, returnUrl });
    },

    async applyWebhook(body, signature) {
      if (!payments) throw new AppError("payments_not_configured");
      const event = payments.readWebhook(body, signature);
      if (!event) return;
      if ("invoiceId" in event) {
        const { organizationId, invoiceId, payment } = event;
        const isApplied = await store.changePayment(organizationId, invoiceId, payment);
        log.info({ organizationId, invoiceId, payment, isApplied }, "payment event");
        return;
      }
      const { organizationId, plan } = event;
      const outcome = await store.changePlan(event);
      if (outcome === "no-organization") log.error(event, NO_TEAM);
      else log.info({ organizationId, plan, outcome }, "plan event");
    },

    async collectInvoices() {
      if (!payments) return;
      for (const { id: invoiceId, dueCents: cents, ...open } of await store.listOpenInvoices()) {
        const { organizationId } = open;
        try {
          const payment = await payments.collect({ ...open, invoiceId, cents });
          await store.changePayment(organizationId, invoiceId, payment);
          log.info({ organizationId, invoiceId, cents, payment }, "invoice handed over for collection");
        } catch (error) {
          log.error({ organizationId, invoiceId, err: error }, "failed to collect an invoice; retrying later");
        }
      }
    },

    planOf,
    creditsOf,

    async cancelOrphans() {
      const unwanted = payments ? await store.listUnwanted() : [];
      const tasks = [
        ...unwanted.map((id) => () => cancelUnwanted(id)),
        ...(await store.listOrphans()).map((orphan) => () => cancelOrphan(orphan)),
      ];
      await attemptAll(tasks, (task) => task());
    },

    async issueInvoices() {
      const since = await invoicesSince();
      if (since === undefined) return;
      let failures = new Map<string, unknown>();
      for (const month of finishedMonths(since, clock() - INVOICE_DELAY_MS)) {
        // After a failed invoice, a team gets none for later months: credits go to the oldest.
        const due = (await usage.listOrganizations(month)).filter((organizationId) => !failures.has(organizationId));
        failures = new Map([...failures, ...(await attemptEach(due, (id) => issueMonth(id, month)))]);
        if (failures.size === 0) await store.writeInvoicedThrough(month.to);
      }
      throwFailures(failures);
      isLookedBack = true;
    },
  };
}

/** Applies as many credits as possible. The rest is due, rounded down to cents. */
function settle(usageMicroDollars: number, creditsLeft: number): Settlement {
  const creditsMicroDollars = Math.min(usageMicroDollars, Math.max(0, creditsLeft));
  return {
    creditsMicroDollars,
    dueCents: Math.floor((usageMicroDollars - creditsMicroDollars) / MICRO_DOLLARS_PER_CENT),
  };
}

/**
 * Returns the same number for the same team and month on any server: INV-202611-, and the random part of the team's id.
 */
function invoiceNumber(organizationId: string, month: LabelledSpan): string {
  return `INV-${month.label.replace("-", "")}-${organizationId.slice(-11).toUpperCase()}`;
}

const statusOf = ({ payment, dueCents }: InvoiceRecord): Invoice["status"] =>
  payment === "paid" || dueCents === 0 ? "paid" : payment === "refused" ? "failed" : "due";

/** Returns the invoice's part number within its month. */
const partOf = (id: string): number => Number(id.split("-")[3] ?? 1);

function toWire(record: InvoiceRecord): Invoice {
  const month = new Date(record.periodFrom).toLocaleDateString("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return {
    id: record.id,
    date: new Date(record.issuedAt).toISOString(),
    amount: record.dueCents / CENTS_PER_DOLLAR,
    status: statusOf(record),
    description: `Sandbox usage, ${month}${partOf(record.id) > 1 ? " (rest)" : ""}`,
    part: partOf(record.id),
    from: new Date(record.periodFrom).toISOString(),
    to: new Date(record.periodTo).toISOString(),
    vcpuHours: toVcpuHours(record),
    ramHours: toRamGbHours(record),
    usageMicroDollars: record.usageMicroDollars,
    creditsMicroDollars: record.creditsMicroDollars,
  };
}
