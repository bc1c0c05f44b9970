import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { updateBudget } from "@terrarium/contract/budget";
import { Stripe } from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { outboxFolder } from "../app-services.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const HOUR_MS = 3_600_000;
const WEBHOOK_SECRET = "whsec_of_this_test";

async function openTeam(environment: Record<string, string> = {}) {
  const clock = { offsetMs: 0 };
  const app = await startTestApp(environment, { clock: () => Date.now() + clock.offsetMs });
  onTestFinished(() => app.remove());
  const token = await app.signIn("ada");
  const post = (pathname: string, body: object, as: string | undefined = token, headers?: Record<string, string>) =>
    app.call("POST", `/api/v1/${pathname}`, { token: as, body, ...(headers ? { headers } : {}) });
  const team = await post("organization/create_an_organization", { name: "Ada's Team" });
  const organizationId: string = team.body.id;
  const key = (await post("api_key/create_an_api_key", { organizationId, name: "robot" })).body;
  return { app, clock, token, post, organizationId, key, of: (more: object = {}) => ({ organizationId, ...more }) };
}

const actionsIn = (answer: Awaited<ReturnType<TestApp["call"]>>): string[] =>
  answer.body.data.map((entry: { action: string; outcome: string }) => `${entry.action} ${entry.outcome}`);

test("a sandbox's usage is shown, also as a table", async () => {
  const { post, of, key } = await openTeam();
  const box = await post("boxes", { type: "android" }, key.key);
  await post(`boxes/${box.body.id}/terminate`, {});
  await post("sandbox/delete_sandbox", of({ sandboxId: box.body.id }));
  const usage = await post("usage/get_usage", of({ period: "yearly", timeZone: "Europe/Paris" }));
  expect(usage.status).toBe(200);
  expect(usage.body.buckets).toHaveLength(12);
  expect(usage.body.totals.sandboxesStarted).toBe(1);
  expect(usage.body.totals.vcpuHours).toBeGreaterThan(0);

  const table = await post("usage/export", of({ period: "weekly" }));
  expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(table.headers.get("content-disposition")).toMatch(/^attachment; filename="usage-[\d-]+\.csv"$/);
  const lines = table.body.trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + 7 + 1);
  expect(lines[0]).toBe("Period,From,To,Sandboxes Started,Usage Costs (USD),vCPU Hours,RAM Hours (GB)");
  expect(lines.at(-1)).toMatch(/^Total,[^,]+,[^,]+,1,0\.\d{6},/);
});

test.each([
  ["period", { period: "daily" }],
  ["timeZone", { timeZone: "Mars/Olympus" }],
  ["at", { at: "yesterday" }],
  // JavaScript's calendar treats these years differently, or does not support them.
  ["at", { at: "0099-12-31T00:00:00Z" }],
  ["at", { at: "9999-12-31T23:59:59Z", timeZone: "Asia/Kathmandu" }],
])("a wrong %s is reported", async (field, wrong) => {
  const { post, of } = await openTeam();
  const answer = await post("usage/get_usage", of(wrong));
  expect(answer.body).toMatchObject({ code: "invalid_request", message: expect.stringContaining(field) });
});

test("a used-up budget blocks programs and mails the owner", async () => {
  const { app, post, of, key } = await openTeam();
  const box = await post("boxes", { type: "android" }, key.key);
  const budget = { limitEnabled: true, limitDollars: 0, alertDollars: -5 };
  const updated = await post("budget/update_budget", of(budget));
  expect(updateBudget.response.parse(updated.body)).toMatchObject({
    isExceeded: true,
    alertDollars: 0,
    notifiedEmail: "ada@localhost",
  });
  for (const refused of [
    await post("boxes", { type: "android" }, key.key),
    await app.call("GET", "/api/v1/boxes", { token: key.key }),
    await app.call("GET", `/api/v1/proxy/${box.body.id}/files?path=/`, { token: key.key }),
    await post("boxes", { type: "android", organizationId: of().organizationId }),
  ]) {
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({ code: "budget_exceeded", message: expect.stringContaining("Budget page") });
  }
  // Running sandboxes continue and stay visible to users.
  expect((await post("sandbox/get_sandbox_list", of())).body.running).toBe(1);

  const outbox = outboxFolder(app);
  const mails = () => readdirSync(outbox).filter((name) => name.endsWith(".eml"));
  await expect.poll(() => mails().length).toBe(1);
  const [file = ""] = mails();
  const mail = readFileSync(path.join(outbox, file), "utf8");
  expect(mail).toMatch(/^To: ada@localhost\r$/m);
  expect(mail).toContain("100% of the budget limit is used");

  await post("budget/update_budget", of({ ...budget, limitDollars: 5 }));
  expect((await app.call("GET", "/api/v1/boxes", { token: key.key })).status).toBe(200);
  expect((await post("boxes", { type: "android" }, key.key)).status).toBe(200);
});

test("errors report the budget and the limit of sandboxes", async () => {
  const { post, of } = await openTeam();
  const limits = async () => (await post("budget/get_team_limits", of())).body;
  expect(await limits()).toEqual({ budget: null, sandboxes: { count: 0, limit: 20 } });
  await post("boxes", { type: "android" });
  await post("budget/update_budget", of({ limitEnabled: true, limitDollars: 0 }));
  expect(await limits()).toEqual({
    budget: { limitDollars: 0, usedMicroDollars: expect.any(Number), to: expect.stringMatching(/-01T00:00:00.000Z$/) },
    sandboxes: { count: 1, limit: 20 },
  });
});

test("replaces negative amounts by 0 and rejects partial cents", async () => {
  const { post, of } = await openTeam();
  const update = (amounts: object) => post("budget/update_budget", of({ limitEnabled: false, ...amounts }));
  expect((await update({ limitDollars: -1, alertDollars: -0.01 })).body).toMatchObject({
    limitDollars: 0,
    alertDollars: 0,
  });
  await update({ limitDollars: 1.1 + 2.2, alertDollars: 3 });
  for (const limitDollars of [12.345, 0.004, 1_000_001, "12"]) {
    const refused = await update({ limitDollars, alertDollars: 4 });
    expect(refused.body).toMatchObject({ code: "invalid_request", message: expect.stringContaining("limitDollars") });
  }
  expect((await post("budget/get_budget", of())).body).toMatchObject({ limitDollars: 3.3, alertDollars: 3 });
});

test("a finished month becomes a PDF invoice", async () => {
  const { app, clock, post, of, key } = await openTeam();
  const box = await post("boxes", { type: "android", config: { expiresIn: "60m" } }, key.key);
  clock.offsetMs = 32 * 24 * HOUR_MS;
  await app.issueInvoices();
  const billing = await post("billing/get_billing", of());
  expect(billing.body).toMatchObject({ plan: "hobby", paymentsConfigured: false });
  const [invoice] = billing.body.invoices;
  expect(invoice).toMatchObject({ amount: 0, status: "paid", vcpuHours: 2 });
  expect(billing.body.creditsMicroDollars).toBe(100_000_000 - invoice.usageMicroDollars);

  const answer = await fetch(`${app.origin}/api/v1/billing/download_invoice`, {
    method: "POST",
    headers: { authorization: `Bearer ${await app.signIn("ada")}`, "content-type": "application/json" },
    body: JSON.stringify(of({ invoiceId: invoice.id })),
  });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${invoice.id}.pdf"`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.toString("latin1")).toContain(invoice.id);
  await post(`boxes/${box.body.id}/terminate`, {}, key.key);
});

test("Pro from a signed webhook extends lifetimes to a day", async () => {
  const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const { app, post, of, key, organizationId } = await openTeam(stripe);
  const day = { type: "android", config: { expiresIn: "24h" } };
  expect((await post("boxes", day, key.key)).body.message).toContain("60m on your plan");

  const object = { metadata: { organizationId }, subscription: "sub_1", payment_status: "paid" };
  const payload = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "checkout.session.completed",
    created: 1,
    data: { object },
  });
  const tell = (signature: string) =>
    app.call("POST", "/api/v1/billing/stripe_webhook", { body: payload, headers: { "stripe-signature": signature } });
  expect((await tell("t=1,v1=00")).body.code).toBe("webhook_refused");
  expect((await post("billing/get_billing", of())).body.plan).toBe("hobby");
  const { webhooks } = new Stripe("sk_test_1");
  expect((await tell(webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET }))).status).toBe(200);
  expect((await post("billing/get_billing", of())).body).toMatchObject({ plan: "pro", paymentsConfigured: true });
  expect((await post("boxes", day, key.key)).status).toBe(200);
});

test("logs every change with caller and address, but no reads", async () => {
  const { app, token, post, of, key, organizationId } = await openTeam();
  const box = await post("boxes", { type: "android", config: { labels: { secret: "hunter2" } } }, key.key, {
    "user-agent": "my-agent/1.0",
  });
  await post("sandbox/get_sandbox_list", of());
  await post("boxes", { type: "ios" }, key.key);
  await post("api_key/delete_an_api_key", of({ apiKeyId: "key_none" }));
  await post(`boxes/${box.body.id}/terminate`, {});
  await app.call("POST", "/api/v1/vm/run_code", { token: key.key, body: { code: "1" } });
  const eve = await app.signIn("eve");
  await post("api_key/create_an_api_key", of({ name: "mine" }), eve);

  // A stream is recorded at its end, after its last byte.
  await expect.poll(async () => actionsIn(await post("audit/get_audit_log", of()))).toContain("runCode ok");
  const log = await post("audit/get_audit_log", of());
  expect(actionsIn(log).toSorted()).toEqual([
    "createAnApiKey ok",
    "createAnOrganization ok",
    "createBox invalid_request",
    "createBox ok",
    "deleteAnApiKey api_key_not_found",
    "runCode ok",
    "terminateBox ok",
  ]);
  const find = (action: string, outcome: string) =>
    log.body.data.find((it: { action: string; outcome: string }) => it.action === action && it.outcome === outcome);
  expect(find("createBox", "ok")).toMatchObject({
    actorKind: "api_key",
    actorId: key.id,
    actorName: "robot",
    targets: { sandboxId: box.body.id },
    ip: "127.0.0.1",
    userAgent: "my-agent/1.0",
  });
  expect(find("createAnApiKey", "ok")).toMatchObject({
    actorKind: "user",
    actorName: "ada",
    targets: { organizationId, apiKeyId: key.id },
  });
  expect(find("terminateBox", "ok").targets).toEqual({ sandboxId: box.body.id });
  for (const secret of ["hunter2", key.key, token]) expect(JSON.stringify(log.body)).not.toContain(secret);

  await post("sandbox/delete_sandbox", of({ sandboxId: box.body.id }));
  const second = (await post("api_key/create_an_api_key", of({ name: "-temporary" }))).body;
  await post("api_key/delete_an_api_key", of({ apiKeyId: second.id }));
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`a${"b".repeat(i % 50)}${i}Id`, "x"]));
  await post("boxes", { type: "ios", ...many, ["x".repeat(1_000) + "Id"]: "x" }, key.key);
  const { data } = (await post("audit/get_audit_log", of())).body;
  const namesOf = (action: string) =>
    data.filter((it: { action: string }) => it.action === action).map((it: { targetNames: object }) => it.targetNames);
  expect(namesOf("deleteAnApiKey")).toEqual([{ apiKeyId: "-temporary" }, {}]);
  expect(namesOf("createAnApiKey")).toEqual([{ apiKeyId: "-temporary" }, { apiKeyId: "robot" }]);
  expect(namesOf("createBox")).toEqual([{}, {}, { templateId: "Phone" }]);
  expect(namesOf("deleteSandbox")).toEqual([{ templateId: "Phone" }]);
  expect(Object.keys(data.find((it: { action: string }) => it.action === "createBox").targets).length).toBeLessThan(9);
  const deletions = await post("audit/export", of({ action: "deleteAnApiKey" }));
  expect(deletions.body).toContain(
    `,Deleted an API key,"API key ""-temporary""",apiKeyId=${second.id} organizationId=${organizationId},`,
  );
  expect((await post("audit/export", of({ action: "deleteSandbox" }))).body).toContain(",Sandbox of Phone,");

  const table = await post("audit/export", of({ action: "createBox" }));
  expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(table.body.trimEnd().split("\r\n")).toHaveLength(4);
});
