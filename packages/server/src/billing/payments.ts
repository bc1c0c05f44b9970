import { PRO_DOLLARS_PER_MONTH, type PlanName } from "@terrarium/contract/pricing";
import { AppError } from "@terrarium/platform/base/app-error";
import { Stripe } from "stripe";
import { z } from "zod";

const TIMEOUT_MS = 8_000;
const CENTS_PER_DOLLAR = 100;
/** While a renewal is being retried (past_due) the plan continues. docs.stripe.com/billing/subscriptions/overview */
const PAID_STATUSES = new Set<string>(["active", "trialing", "past_due"]);
const ORGANIZATION_ID = "organizationId";
const INVOICE_ID = "terrariumInvoiceId";
/** Fields of all events. Signed events are otherwise trusted to match docs.stripe.com/api/events. */
const SignedEvent = z.object({
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.looseObject({ metadata: z.record(z.string(), z.string()).nullish() }) }),
});
const MS_PER_SECOND = 1000;
const planBy = (status: string): PlanName => (PAID_STATUSES.has(status) ? "pro" : "hobby");

export interface PaymentSettings {
  secretKey: string;
  webhookSecret: string;
  /** Address of Stripe's API, if not the default: for tests. */
  api?: { protocol: "http"; host: string; port: number };
}

/** A change of an organization's plan, reported by a payment service. */
interface PlanEvent {
  organizationId: string;
  stripeSubscriptionId: string;
  plan: PlanName;
  /** The subscription's previous plan; the same if this event did not change it. */
  planBefore: PlanName;
  /**
   * Epoch milliseconds, though Stripe reports seconds. A subscription's end counts as the last millisecond of its
   * second, because no event follows it.
   */
  eventAt: number;
}

/** The payment state of an invoice, reported by a payment service. */
interface InvoiceEvent {
  organizationId: string;
  invoiceId: string;
  payment: "refused" | "paid";
}

/** An invoice of ours, to be paid with a subscription's payment method. */
interface Collection {
  invoiceId: string;
  organizationId: string;
  stripeSubscriptionId: string;
  cents: number;
  /** Start of the billed period, in epoch milliseconds. */
  periodFrom: number;
}

export interface Payments {
  /** Starts a purchase of the Pro plan. Returns the URL of the checkout page. Throws payments_failed. */
  startCheckout(order: { organizationId: string; returnUrl: string }): Promise<string>;
  /**
   * Starts a change of a subscription's payment method, or its cancellation. Returns the URL of the page for it. Throws
   * payments_failed.
   */
  startPortal(subject: { stripeSubscriptionId: string; returnUrl: string }): Promise<string>;
  /**
   * Parses a webhook, if it concerns a plan or an invoice. Throws webhook_refused if it was not signed with our secret.
   */
  readWebhook(body: Buffer, signature: string | undefined): PlanEvent | InvoiceEvent | undefined;
  /**
   * Requests the payment of an invoice. A webhook reports the result, unless the invoice was already paid. A repeated
   * call continues an interrupted one: an invoice is charged once. Throws payments_failed.
   */
  collect(collection: Collection): Promise<"asked" | "paid">;
  /** Ends a subscription at once. A subscription unknown to Stripe counts as ended. Throws payments_failed. */
  cancel(stripeSubscriptionId: string): Promise<void>;
}

/** Creates payments through Stripe: Checkout for a subscription, and the webhooks that follow. */
export function createStripePayments({ secretKey, webhookSecret, api }: PaymentSettings): Payments {
  const stripe = new Stripe(secretKey, { timeout: TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false, ...api });

  return {
    async startCheckout({ organizationId, returnUrl }) {
      const metadata = { [ORGANIZATION_ID]: organizationId };
      const product = {
        currency: "usd",
        unit_amount: PRO_DOLLARS_PER_MONTH * CENTS_PER_DOLLAR,
        recurring: { interval: "month" as const },
        product_data: { name: "Terrarium Pro" },
      };
      const session = await toPaymentError(
        stripe.checkout.sessions.create({
          mode: "subscription",
          line_items: [{ quantity: 1, price_data: product }],
          client_reference_id: organizationId,
          metadata,
          subscription_data: { metadata },
          success_url: returnUrl,
          cancel_url: returnUrl,
        }),
      );
      if (!session.url) throw new AppError("payments_failed", { detail: "it returned no payment page" });
      return session.url;
    },

    async startPortal({ stripeSubscriptionId, returnUrl }) {
      const open = async () => {
        const { customer } = await stripe.subscriptions.retrieve(stripeSubscriptionId);
        return stripe.billingPortal.sessions.create({ customer: idOf(customer), return_url: returnUrl });
      };
      return (await toPaymentError(open())).url;
    },

    readWebhook(body, signature) {
      const event = verify(() => {
        const signed = stripe.webhooks.constructEvent(body, signature ?? "", webhookSecret);
        SignedEvent.parse(signed);
        return signed;
      });
      const eventAt = event.created * MS_PER_SECOND;
      if (event.type === "checkout.session.completed") {
        const { metadata, subscription, payment_status } = event.data.object;
        const organizationId = metadata?.[ORGANIZATION_ID];
        const stripeSubscriptionId = typeof subscription === "string" ? subscription : subscription?.id;
        if (!organizationId || !stripeSubscriptionId || payment_status === "unpaid") return undefined;
        return { organizationId, stripeSubscriptionId, plan: "pro", planBefore: "hobby", eventAt };
      }
      if (event.type === "customer.subscription.updated" || event.type === "customer.subscription.deleted") {
        const { id, metadata, status } = event.data.object;
        const organizationId = metadata?.[ORGANIZATION_ID];
        if (!organizationId) return undefined;
        const change = { organizationId, stripeSubscriptionId: id };
        if (event.type === "customer.subscription.deleted")
          return { ...change, plan: "hobby", planBefore: planBy(status), eventAt: eventAt + MS_PER_SECOND - 1 };
        const planBefore = planBy(event.data.previous_attributes?.status ?? status);
        return { ...change, plan: planBy(status), planBefore, eventAt };
      }
      if (event.type === "invoice.paid" || event.type === "invoice.payment_failed") {
        const { metadata } = event.data.object;
        const organizationId = metadata?.[ORGANIZATION_ID];
        const invoiceId = metadata?.[INVOICE_ID];
        if (!organizationId || !invoiceId) return undefined;
        return { organizationId, invoiceId, payment: event.type === "invoice.paid" ? "paid" : "refused" };
      }
      return undefined;
    },

    collect: (collection) => toPaymentError(collectInvoice(stripe, collection)),

    async cancel(stripeSubscriptionId) {
      const cancelled = stripe.subscriptions.cancel(stripeSubscriptionId).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeError && error.code === "resource_missing")) throw error;
      });
      await toPaymentError(cancelled);
    },
  };
}

/**
 * Each step is looked up first or has a key, so that repetitions have no effect.
 * docs.stripe.com/api/idempotent_requests
 */
async function collectInvoice(stripe: Stripe, { invoiceId, ...collection }: Collection): Promise<"asked" | "paid"> {
  const { organizationId, stripeSubscriptionId, cents, periodFrom } = collection;
  const once = (step: string) => ({ idempotencyKey: `${invoiceId}:${step}` });
  const { customer, default_payment_method } = await stripe.subscriptions.retrieve(stripeSubscriptionId);
  const customerId = idOf(customer);

  // Stripe drops keys after a day, but lists the objects made with them. These may be much older than the invoice here:
  // a restored database issues lost invoices again, and a clock that is ahead issues too late.
  const created = { gte: Math.floor(periodFrom / MS_PER_SECOND) };
  let invoice: Stripe.Invoice | undefined;
  for await (const each of stripe.invoices.list({ customer: customerId, created, limit: 100 })) {
    if (each.metadata?.[INVOICE_ID] === invoiceId) invoice = each;
  }
  invoice ??= await stripe.invoices.create(
    {
      customer: customerId,
      currency: "usd",
      collection_method: "charge_automatically",
      auto_advance: false,
      pending_invoice_items_behavior: "exclude",
      description: `Terrarium invoice ${invoiceId}`,
      metadata: { [ORGANIZATION_ID]: organizationId, [INVOICE_ID]: invoiceId },
      ...(default_payment_method && { default_payment_method: idOf(default_payment_method) }),
    },
    once("create"),
  );
  const { id } = invoice;
  if (invoice.status === "draft") {
    if (invoice.total === 0) {
      const item = { customer: customerId, invoice: id, amount: cents, currency: "usd", description: invoiceId };
      await stripe.invoiceItems.create(item, once("item"));
    }
    // From here on, Stripe retries by itself, by its account's settings.
    invoice = await stripe.invoices.finalizeInvoice(id, { auto_advance: true }, once("finalize"));
  }
  if (invoice.status === "paid") return "paid";
  if (invoice.status !== "open") return "asked";
  await stripe.invoices.pay(id, {}, once("pay")).catch((error: unknown) => {
    // Declined: the webhook reports it, and Stripe retries.
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
  });
  return "asked";
}

const idOf = (thing: string | { id: string }): string => (typeof thing === "string" ? thing : thing.id);

function verify<Event>(construct: () => Event): Event {
  try {
    return construct();
  } catch (error) {
    throw new AppError("webhook_refused", {}, { cause: error });
  }
}

async function toPaymentError<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new AppError("payments_failed", { detail }, { cause: error });
  }
}
