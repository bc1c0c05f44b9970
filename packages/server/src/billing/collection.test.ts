import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { Stripe } from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { createStripePayments, type Payments } from "./payments.ts";
import { createBillingService } from "./service.ts";
import { createBillingStore } from "./store.ts";
import { startFakeStripe } from "./testing/fake-stripe.ts";

const SECRET = "whsec_of_this_test";
const caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const INVOICE = "INV-202611-ORG_1";

async function setUp(database: Database, plan: "pro" | "hobby" = "pro") {
  const organizationId = "org_1";
  await database.insertInto("organizations").values({ id: organizationId, name: "Team", createdAt: 0 }).execute();
  await database
    .insertInto("subscriptions")
    .values({ organizationId, plan, stripeSubscriptionId: "sub_1", eventAt: 1 })
    .execute();
  const times = { periodFrom: Date.UTC(2026, 10, 1), periodTo: Date.UTC(2026, 11, 1), issuedAt: Date.UTC(2026, 11, 1) };
  const used = { vcpuMs: 0n, memoryMbMs: 0n, usageMicroDollars: 12_340_000 };
  const store = createBillingStore(database);
  const settle = () => ({ creditsMicroDollars: 0, dueCents: 1234 });
  await store.issue({ number: INVOICE, organizationId, ...times, used }, settle);
  const stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  stripe.now = times.issuedAt;
  const payments = createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET, api: stripe.api });
  return { stripe, payments, open: (used?: Payments) => open(database, used) };
}

function open(database: Database, payments?: Payments) {
  const billing = createBillingService({
    store: createBillingStore(database),
    usage: {
      measure: async () => ({ vcpuMs: 0n, memoryMbMs: 0n, sandboxesStarted: 0 }),
      listOrganizations: async () => [],
      findFirstStart: async () => undefined,
    },
    organizations: { requireMember: async () => {}, requireRole: async () => {} },
    payments,
    log: pino({ level: "silent" }),
  });
  const status = async () => (await billing.get(caller, "org_1")).invoices[0]?.status;
  const tell = async (type: string, organizationId = "org_1") => {
    const metadata = { organizationId, terrariumInvoiceId: INVOICE };
    const payload = JSON.stringify({ id: "evt_1", object: "event", type, created: 2, data: { object: { metadata } } });
    const signature = new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload, secret: SECRET });
    await billing.applyWebhook(Buffer.from(payload), signature);
    return status();
  };
  return { ...billing, status, tell };
}

describeOnBothDatabases("collecting invoices", (database) => {
  const isLookup = (method: string, path: string) => method === "GET" && path === "/v1/invoices";

  test("charges an invoice once when two servers process it", async () => {
    const { stripe, payments, open } = await setUp(database());
    const billing = open(payments);
    const bothLookedUp = Promise.withResolvers<void>();
    let lookups = 0;
    stripe.before = async (method, path) => {
      if (!isLookup(method, path)) return;
      if (++lookups === 2) bothLookedUp.resolve();
      await bothLookedUp.promise;
    };
    await Promise.all([billing.collectInvoices(), open(payments).collectInvoices()]);
    await billing.collectInvoices();
    expect(stripe.charges).toEqual([1234]);
    expect(await billing.status()).toBe("due");
    expect(await billing.tell("invoice.paid", "org_2")).toBe("due");
    expect(await billing.tell("invoice.paid")).toBe("paid");
    expect(await billing.tell("invoice.payment_failed")).toBe("paid");
  });

  test("marks an invoice paid when another server has charged it", async () => {
    const { stripe, payments, open } = await setUp(database());
    const [lookedUp, charged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stripe.before = async (method, path) => {
      if (!isLookup(method, path)) return;
      stripe.before = async () => {};
      lookedUp.resolve();
      await charged.promise;
    };
    const slow = open(payments);
    const collected = slow.collectInvoices();
    await lookedUp.promise;
    await open(payments).collectInvoices();
    expect(await slow.status()).toBe("due");
    charged.resolve();
    await collected;
    expect(stripe.charges).toEqual([1234]);
    expect(await slow.status()).toBe("paid");
  });

  test.each(["/v1/invoices", "/v1/invoiceitems", "/v1/invoices/in_0/finalize", "/v1/invoices/in_0/pay"])(
    "recovers from a stop after %s, even with expired keys",
    async (path) => {
      const { stripe, payments, open } = await setUp(database());
      stripe.losing.add(path);
      await open(payments).collectInvoices();
      stripe.losing.clear();
      stripe.forgetKeys();
      await open(payments).collectInvoices();
      await open(payments).collectInvoices();
      expect(stripe.invoices).toMatchObject([{ status: "paid", total: 1234 }]);
      expect(stripe.charges).toEqual([1234]);
    },
  );

  test("a declined card fails the invoice until Stripe's retry", async () => {
    const { stripe, payments, open } = await setUp(database());
    const billing = open(payments);
    stripe.refuses = true;
    await billing.collectInvoices();
    expect(await billing.tell("invoice.payment_failed")).toBe("failed");
    await billing.collectInvoices();
    expect(stripe.charges).toEqual([]);
    expect(await billing.tell("invoice.paid")).toBe("paid");
  });

  test("does not charge again after a database restore", async () => {
    const { stripe, payments, open } = await setUp(database());
    await open(payments).collectInvoices();
    stripe.forgetKeys();
    await database()
      .updateTable("invoices")
      .set({ payment: "open", issuedAt: Date.UTC(2026, 11, 5) })
      .execute();
    await open(payments).collectInvoices();
    expect(stripe.charges).toEqual([1234]);
    expect(await open().status()).toBe("paid");
  });

  test("stays due without the Pro plan or without payments", async () => {
    const { stripe, payments, open } = await setUp(database(), "hobby");
    await open(payments).collectInvoices();
    await open().collectInvoices();
    expect(stripe.invoices).toEqual([]);
    expect(await open().status()).toBe("due");
  });
});
