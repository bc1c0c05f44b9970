import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, type SessionCaller, userBehind } from "@terrarium/platform/base/caller";
import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { Stripe } from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { createStripePayments, type Payments } from "./payments.ts";
import { type BillingService, createBillingService } from "./service.ts";
import { createBillingStore } from "./store.ts";

const owner = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const member = { ...owner, userId: "usr_2" };

async function addTeam(database: Database, id: string): Promise<void> {
  await database
    .insertInto("organizations")
    .values({ id, name: `Team ${id}`, createdAt: 0 })
    .execute();
}

function open(database: Database, payments?: Payments, log = pino({ level: "silent" })) {
  const organizations = {
    requireMember: async () => {},
    requireRole: async (caller: Caller) => {
      if (userBehind(caller) !== owner.userId) throw new AppError("role_required");
    },
  };
  const usage = {
    measure: async () => ({ vcpuMs: 0n, memoryMbMs: 0n, sandboxesStarted: 0 }),
    listOrganizations: async () => [],
    findFirstStart: async () => undefined,
  };
  return createBillingService({ store: createBillingStore(database), usage, organizations, payments, log });
}

/** Creates a fake Stripe that records cancelled subscriptions. */
function notingPayments(): { payments: Payments; cancelled: string[] } {
  const cancelled: string[] = [];
  const stripe = createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET });
  return { payments: { ...stripe, cancel: async (id) => void cancelled.push(id) }, cancelled };
}

describeOnBothDatabases("plans", (database) => {
  test("rejects Pro without payments, with details only in the log", async () => {
    await addTeam(database(), "org_1");
    const logged: string[] = [];
    const lines = new Writable({ write: (line, _encoding, done) => (logged.push(String(line)), done()) });
    const billing = open(database(), undefined, pino(lines));
    await expect(billing.upgrade(owner, "org_1", "http://localhost/billing")).rejects.toMatchObject({
      code: "payments_not_configured",
      message: expect.not.stringMatching(/STRIPE|webhook|restart/i),
    });
    expect(logged.join()).toContain("STRIPE_SECRET_KEY");
    await expect(billing.upgrade(member, "org_1", "http://localhost/billing")).rejects.toMatchObject({
      code: "role_required",
    });
    await expect(billing.applyWebhook(Buffer.from("{}"), "x")).rejects.toMatchObject({
      code: "payments_not_configured",
    });
  });

  test("the plan follows Stripe's events in any order", async () => {
    await addTeam(database(), "org_1");
    const payments = createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET });
    const billing = open(database(), payments);
    const tell = async (event: object) => {
      const { body, signature } = sign(event);
      await billing.applyWebhook(body, signature);
      return billing.planOf("org_1");
    };
    expect(await billing.planOf("org_1")).toBe("hobby");
    expect(await tell(checkout("sub_1", 100))).toBe("pro");
    await expect(billing.upgrade(owner, "org_1", "http://localhost/billing")).rejects.toMatchObject({
      code: "already_pro",
    });
    expect(await tell(checkout("sub_1", 100))).toBe("pro");
    expect(await tell(subscription("updated", "sub_1", "past_due", 110))).toBe("pro");
    expect(await tell(subscription("deleted", "sub_other", "canceled", 115))).toBe("pro");
    expect(await tell(subscription("deleted", "sub_1", "canceled", 120))).toBe("hobby");
    expect(await tell(subscription("updated", "sub_1", "active", 119))).toBe("hobby");
    expect(await tell(checkout("sub_2", 130))).toBe("pro");
    expect(await tell(subscription("updated", "sub_2", "unpaid", 140))).toBe("hobby");
    expect(await tell({ ...checkout("sub_3", 150), type: "invoice.created" })).toBe("hobby");
  });

  test.for(["pro", "hobby"] as const)("events of the same second lead to the plan %s in any order", async (last) => {
    const begun = [
      checkout("sub_1", 100),
      subscription("updated", "sub_1", "incomplete", 100),
      subscription("updated", "sub_1", "active", 100, "incomplete"),
      subscription("updated", "sub_1", "active", 100),
    ];
    const events = last === "pro" ? begun : [...begun, subscription("deleted", "sub_1", "canceled", 100)];
    const payments = createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET });
    const billing = open(database(), payments);
    await addTeam(database(), "org_1");
    for (const order of permutations(events)) {
      for (const event of order) {
        const { body, signature } = sign(event);
        await billing.applyWebhook(body, signature);
      }
      expect({ order, plan: await billing.planOf("org_1") }).toEqual({ order, plan: last });
      // A subscription that starts in the second of another's end is not older.
      const { body, signature } = sign(checkout("sub_2", 100));
      await billing.applyWebhook(body, signature);
      expect(await billing.planOf("org_1")).toBe("pro");
      await database().deleteFrom("subscriptions").execute();
    }
  });

  test("authorized members manage only their own team's Pro plan", async () => {
    await addTeam(database(), "org_1");
    const manage = (billing: BillingService, caller: SessionCaller = owner) =>
      billing.managePlan(caller, "org_1", "http://localhost/billing");
    await expect(manage(open(database()))).rejects.toMatchObject({ code: "not_pro" });
    const { payments } = notingPayments();
    const startPortal = async (subject: object) => `https://portal/?${JSON.stringify(subject)}`;
    const billing = open(database(), { ...payments, startPortal });
    const tell = async (event: object) => {
      const { body, signature } = sign(event);
      await billing.applyWebhook(body, signature);
    };
    await expect(manage(billing)).rejects.toMatchObject({ code: "not_pro" });
    await tell(checkout("sub_1", 100));
    await expect(manage(billing, member)).rejects.toMatchObject({ code: "role_required" });
    expect(await manage(billing)).toBe(
      'https://portal/?{"stripeSubscriptionId":"sub_1","returnUrl":"http://localhost/billing"}',
    );
    await tell(subscription("deleted", "sub_1", "canceled", 120));
    await expect(manage(billing)).rejects.toMatchObject({ code: "not_pro" });
  });

  test("reports a Stripe plan on a server disconnected from Stripe", async () => {
    await addTeam(database(), "org_1");
    const { body, signature } = sign(checkout("sub_1", 100));
    await open(database(), notingPayments().payments).applyWebhook(body, signature);
    const logged: string[] = [];
    const lines = new Writable({ write: (line, _encoding, done) => (logged.push(String(line)), done()) });
    const billing = open(database(), undefined, pino(lines));
    expect(await billing.planOf("org_1")).toBe("pro");
    await expect(billing.managePlan(owner, "org_1", "http://localhost/billing")).rejects.toMatchObject({
      code: "payments_disconnected",
      message: expect.not.stringMatching(/STRIPE_|webhook|restart|bought/),
    });
    expect(logged.join()).toMatch(/sub_1.*STRIPE_SECRET_KEY/);
  });

  test("a subscription that ends before its start gives no plan", async () => {
    await addTeam(database(), "org_1");
    const billing = open(database(), createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET }));
    const tell = async (event: object) => {
      const { body, signature } = sign(event);
      await billing.applyWebhook(body, signature);
      return billing.planOf("org_1");
    };
    expect(await tell(subscription("deleted", "sub_1", "canceled", 120))).toBe("hobby");
    expect(await tell(checkout("sub_1", 100))).toBe("hobby");
    // The end of a subscription that follows another.
    expect(await tell(subscription("deleted", "sub_2", "canceled", 140))).toBe("hobby");
    expect(await tell(checkout("sub_2", 130))).toBe("hobby");
    expect(await tell(checkout("sub_3", 150))).toBe("pro");
  });

  test("retries the cancellation of a deleted team's subscription", async () => {
    await addTeam(database(), "org_1");
    const cancelled: string[] = [];
    let isStripeUp = false;
    const payments: Payments = {
      ...createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET }),
      async cancel(id) {
        if (!isStripeUp) throw new AppError("payments_failed");
        cancelled.push(id);
      },
    };
    const billing = open(database(), payments);
    const { body, signature } = sign(checkout("sub_1", 100));
    await billing.applyWebhook(body, signature);
    await billing.cancelOrphans();
    await database().deleteFrom("organizations").execute();
    await expect(billing.cancelOrphans()).rejects.toMatchObject({ errors: [{ code: "payments_failed" }] });
    isStripeUp = true;
    await billing.cancelOrphans();
    await billing.cancelOrphans();
    expect(cancelled).toEqual(["sub_1"]);
  });

  test("cancels a deleted team's unpaid subscription too", async () => {
    await addTeam(database(), "org_1");
    const { payments, cancelled } = notingPayments();
    const billing = open(database(), payments);
    for (const event of [checkout("sub_1", 100), subscription("updated", "sub_1", "unpaid", 110)]) {
      const { body, signature } = sign(event);
      await billing.applyWebhook(body, signature);
    }
    await database().deleteFrom("organizations").execute();
    await billing.cancelOrphans();
    await billing.cancelOrphans();
    expect(cancelled).toEqual(["sub_1"]);
  });

  test("one failing cancellation does not block others", async () => {
    const cancelled: string[] = [];
    const payments: Payments = {
      ...createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET }),
      async cancel(id) {
        if (id === "sub_0" || id === "sub_b0") throw new AppError("payments_failed");
        cancelled.push(id);
      },
    };
    for (const [i, id] of ["sub_0", "sub_1", "sub_2"].entries()) {
      const gone = { organizationId: `org_gone_${i}`, plan: "pro" as const, stripeSubscriptionId: id, eventAt: 1 };
      await database().insertInto("subscriptions").values(gone).execute();
      await database()
        .insertInto("unwantedSubscriptions")
        .values({ stripeSubscriptionId: `sub_b${i}` })
        .execute();
    }
    await expect(open(database(), payments).cancelOrphans()).rejects.toMatchObject({
      errors: [{ code: "payments_failed" }, { code: "payments_failed" }],
    });
    expect(cancelled.toSorted()).toEqual(["sub_1", "sub_2", "sub_b1", "sub_b2"]);
  });

  test("keeps one of two concurrent subscriptions", async () => {
    await addTeam(database(), "org_1");
    const { payments, cancelled } = notingPayments();
    const billing = open(database(), payments);
    const events = [
      checkout("sub_1", 100),
      checkout("sub_2", 101),
      subscription("updated", "sub_2", "active", 101),
      subscription("updated", "sub_1", "active", 102),
    ];
    for (const event of events) {
      const { body, signature } = sign(event);
      await billing.applyWebhook(body, signature);
    }
    await billing.cancelOrphans();
    await billing.cancelOrphans();
    expect(cancelled).toEqual(["sub_2"]);
    const { body, signature } = sign(subscription("deleted", "sub_2", "canceled", 103));
    await billing.applyWebhook(body, signature);
    expect(await billing.planOf("org_1")).toBe("pro");
  });

  test("accepts an event about a deleted team", async () => {
    const payments = createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET });
    const { body, signature } = sign(checkout("sub_1", 100));
    await open(database(), payments).applyWebhook(body, signature);
    expect(await database().selectFrom("subscriptions").selectAll().execute()).toEqual([]);
  });
});

const SECRET = "whsec_of_this_test";

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

const eventOf = (type: string, created: number, object: object, previous_attributes = {}) => ({
  id: `evt_${created}`,
  object: "event",
  type,
  created,
  data: { object: { metadata: { organizationId: "org_1" }, ...object }, previous_attributes },
});
const checkout = (subscriptionId: string, created: number) =>
  eventOf("checkout.session.completed", created, { subscription: subscriptionId, payment_status: "paid" });
const subscription = (what: "updated" | "deleted", id: string, status: string, created: number, before?: string) =>
  eventOf(`customer.subscription.${what}`, created, { id, status }, before === undefined ? {} : { status: before });

function sign(event: object, secret = SECRET) {
  const payload = JSON.stringify(event);
  const signature = new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload, secret });
  return { body: Buffer.from(payload), signature };
}

test("rejects a webhook without Stripe's signature", () => {
  const payments = createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET });
  const { body, signature } = sign(checkout("sub_1", 100));
  expect(payments.readWebhook(body, signature)).toMatchObject({ organizationId: "org_1", plan: "pro" });
  const changed = Buffer.from(body.toString().replace("org_1", "org_2"));
  const foreign = sign(checkout("sub_1", 100), "whsec_of_somebody_else");
  const refused: Array<[Buffer, string | undefined]> = [
    [changed, signature],
    [foreign.body, foreign.signature],
    [body, undefined],
    [body, "t=1,v1=00"],
  ];
  for (const [bytes, header] of refused)
    expect(() => payments.readWebhook(bytes, header)).toThrow(expect.objectContaining({ code: "webhook_refused" }));
});

/** Starts a fake Stripe API. Returns the requests it received. */
async function startStripe(status: number, answer: object) {
  const asked: Array<{ url: string | undefined; form: URLSearchParams }> = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    asked.push({ url: request.url, form: new URLSearchParams(text) });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("unreachable");
  const api = { protocol: "http", host: "127.0.0.1", port: address.port } as const;
  return { asked, payments: createStripePayments({ secretKey: "sk_test_1", webhookSecret: SECRET, api }) };
}

test("a checkout is for one team and the monthly Pro price", async () => {
  const { asked, payments } = await startStripe(200, { id: "cs_1", object: "checkout.session", url: "https://pay/1" });
  const url = await payments.startCheckout({ organizationId: "org_1", returnUrl: "http://localhost/billing" });
  expect(url).toBe("https://pay/1");
  const [call] = asked;
  expect(call?.url).toBe("/v1/checkout/sessions");
  expect(Object.fromEntries(call?.form ?? [])).toMatchObject({
    mode: "subscription",
    client_reference_id: "org_1",
    "subscription_data[metadata][organizationId]": "org_1",
    "line_items[0][price_data][unit_amount]": "4900",
    "line_items[0][price_data][recurring][interval]": "month",
    success_url: "http://localhost/billing",
  });
});

test("redirects a subscriber to Stripe's portal and back", async () => {
  const answer = { id: "bps_1", object: "billing_portal.session", customer: "cus_1", url: "https://portal/1" };
  const { asked, payments } = await startStripe(200, answer);
  const subject = { stripeSubscriptionId: "sub_1", returnUrl: "http://localhost/billing" };
  expect(await payments.startPortal(subject)).toBe("https://portal/1");
  expect(asked.map(({ url, form }) => [url, Object.fromEntries(form)])).toEqual([
    ["/v1/subscriptions/sub_1", {}],
    ["/v1/billing_portal/sessions", { customer: "cus_1", return_url: "http://localhost/billing" }],
  ]);
});

test("cancels at Stripe; an unknown subscription has ended", async () => {
  const { asked, payments } = await startStripe(200, { id: "sub_1", object: "subscription" });
  await payments.cancel("sub_1");
  expect(asked[0]?.url).toBe("/v1/subscriptions/sub_1");
  const gone = await startStripe(404, { error: { code: "resource_missing", message: "No such subscription" } });
  await gone.payments.cancel("sub_1");
  const broken = await startStripe(400, { error: { code: "other", message: "No" } });
  await expect(broken.payments.cancel("sub_1")).rejects.toMatchObject({ code: "payments_failed" });
});

test("reports Stripe's rejections", async () => {
  const { payments } = await startStripe(401, { error: { message: "Invalid API Key provided" } });
  await expect(
    payments.startCheckout({ organizationId: "org_1", returnUrl: "http://localhost/" }),
  ).rejects.toMatchObject({ code: "payments_failed", message: expect.stringContaining("Invalid API Key") });
});
