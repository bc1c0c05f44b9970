import { PRO_DOLLARS_PER_MONTH, type PlanName } from "@terrarium/contract/pricing";
import { Stripe } from "stripe";
import { AppError } from "../http/app-error.ts";

const TIMEOUT_MS = 8_000;
const CENTS_PER_DOLLAR = 100;
/** While a renewal is being retried (past_due) the plan goes on. docs.stripe.com/billing/subscriptions/overview */
const PAID_STATUSES = new Set<string>(["active", "trialing", "past_due"]);
const ORGANIZATION_ID = "organizationId";

export interface PaymentSettings {
  secretKey: string;
  webhookSecret: string;
  /** Where Stripe answers, if not at its own address: for tests. */
  api?: { protocol: "http"; host: string; port: number };
}

/** What a payment service told about an organization's plan. */
interface PlanEvent {
  organizationId: string;
  stripeSubscriptionId: string;
  plan: PlanName;
  /** Epoch milliseconds. */
  eventAt: number;
}

export interface Payments {
  /** Begins to buy the Pro plan; answers the page on which the browser goes on. Throws payments_failed. */
  startCheckout(order: { organizationId: string; returnUrl: string }): Promise<string>;
  /** What a webhook says, if it concerns a plan. Throws webhook_refused if it was not signed with our secret. */
  readWebhook(body: Buffer, signature: string | undefined): PlanEvent | undefined;
  /** Ends a subscription at once; one that Stripe no longer knows has ended. Throws payments_failed. */
  cancel(stripeSubscriptionId: string): Promise<void>;
}

/** Payments through Stripe: Checkout for a subscription, and webhooks that follow it. */
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
      if (!session.url) throw new AppError("payments_failed", { detail: "it gave no page to pay on" });
      return session.url;
    },

    readWebhook(body, signature) {
      const event = verify(() => stripe.webhooks.constructEvent(body, signature ?? "", webhookSecret));
      const eventAt = event.created * 1000;
      if (event.type === "checkout.session.completed") {
        const { metadata, subscription, payment_status } = event.data.object;
        const organizationId = metadata?.[ORGANIZATION_ID];
        const stripeSubscriptionId = typeof subscription === "string" ? subscription : subscription?.id;
        if (!organizationId || !stripeSubscriptionId || payment_status === "unpaid") return undefined;
        return { organizationId, stripeSubscriptionId, plan: "pro", eventAt };
      }
      if (event.type === "customer.subscription.updated" || event.type === "customer.subscription.deleted") {
        const { id, metadata, status } = event.data.object;
        const organizationId = metadata[ORGANIZATION_ID];
        if (!organizationId) return undefined;
        const isPaid = event.type === "customer.subscription.updated" && PAID_STATUSES.has(status);
        return { organizationId, stripeSubscriptionId: id, plan: isPaid ? "pro" : "hobby", eventAt };
      }
      return undefined;
    },

    async cancel(stripeSubscriptionId) {
      const cancelled = stripe.subscriptions.cancel(stripeSubscriptionId).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeError && error.code === "resource_missing")) throw error;
      });
      await toPaymentError(cancelled);
    },
  };
}

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
