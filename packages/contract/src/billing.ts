import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { Empty, OrganizationId, Timestamp } from "./fields.ts";
import { PLANS } from "./pricing.ts";

export const INVOICE_STATUSES = ["paid", "due", "failed"] as const;

const InvoiceId = z.string().min(1).max(64).describe("Its number, for example INV-202611-4F9K20ZB");

/** One calendar month (UTC) of a team's metered usage. */
export const Invoice = z.object({
  id: InvoiceId,
  date: Timestamp.describe("When it was issued"),
  amount: z.number().describe("Dollars to pay: the usage minus credits, rounded down to cents"),
  status: z
    .enum(INVOICE_STATUSES)
    .describe("paid: by credits or payment; failed: the payment method was rejected so far"),
  description: z.string(),
  part: z.number().int().describe("Number among the month's invoices; later ones bill usage reported late"),
  from: Timestamp,
  to: Timestamp.describe("Not included"),
  vcpuHours: z.number(),
  ramHours: z.number().describe("GB hours"),
  usageMicroDollars: z.number().int(),
  creditsMicroDollars: z.number().int().describe("Part covered by credits"),
});
export type Invoice = z.infer<typeof Invoice>;

export const Billing = z.object({
  plan: z.enum(PLANS),
  paymentsConfigured: z.boolean().describe("Whether a plan can be bought on this server"),
  creditsGivenDollars: z.number().describe("One-time credits of the team; only a user's first team receives them"),
  creditsMicroDollars: z.number().int().describe("Remaining credits"),
  period: z
    .object({
      from: Timestamp,
      to: Timestamp.describe("Not included"),
      usageMicroDollars: z.number().int().describe("Usage so far"),
      creditsMicroDollars: z.number().int().describe("Part covered by credits"),
      dueMicroDollars: z.number().int().describe("Rest, due with the period's invoice"),
    })
    .describe("The current calendar month (UTC), which has no invoice yet"),
  invoices: z.array(Invoice).describe("Newest first"),
});
export type Billing = z.infer<typeof Billing>;

const team = { organizationId: OrganizationId };

export const getBilling = defineEndpoint({
  name: "getBilling",
  method: "POST",
  path: "/api/v1/billing/get_billing",
  access: "session",
  summary: "A team's plan, credits and invoices",
  tag: "billing",
  body: z.strictObject(team),
  response: Billing,
});

export const downloadInvoice = defineEndpoint({
  name: "downloadInvoice",
  method: "POST",
  path: "/api/v1/billing/download_invoice",
  access: "session",
  summary: "An invoice as a PDF document",
  tag: "billing",
  body: z.strictObject({ ...team, invoiceId: InvoiceId }),
  response: z.unknown().describe("PDF"),
  contentType: "application/pdf",
});

export const upgradeToPro = defineEndpoint({
  name: "upgradeToPro",
  method: "POST",
  path: "/api/v1/billing/upgrade_to_pro",
  access: "session",
  summary: "Start the purchase of the Pro plan; for owners and admins",
  description: "Returns the address of Stripe's checkout page",
  tag: "billing",
  body: z.strictObject(team),
  response: z.object({ url: z.url().describe("Stripe's page to which to redirect the browser") }),
  errors: ["payments_not_configured", "payments_failed", "already_pro", "role_required"],
});

export const managePlan = defineEndpoint({
  name: "managePlan",
  method: "POST",
  path: "/api/v1/billing/manage_plan",
  access: "session",
  summary: "Change the payment method of the Pro plan, or cancel it; for owners and admins",
  description: "Returns the address of Stripe's customer page",
  tag: "billing",
  body: z.strictObject(team),
  response: z.object({ url: z.url().describe("Stripe's page to which to redirect the browser") }),
  errors: ["payments_disconnected", "payments_failed", "not_pro", "role_required"],
});

/** The body is read unparsed: the signature covers its bytes. */
export const stripeWebhook = defineEndpoint({
  name: "stripeWebhook",
  method: "POST",
  path: "/api/v1/billing/stripe_webhook",
  access: "public",
  summary: "Stripe's notification of a purchased or ended plan or of a payment; signed with STRIPE_WEBHOOK_SECRET",
  ignoresUnknownFields: true,
  tag: "billing",
  response: Empty,
  errors: ["payments_not_configured", "webhook_refused", "invalid_json", "body_too_large"],
});
