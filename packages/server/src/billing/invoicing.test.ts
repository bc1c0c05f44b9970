import { CREDITS_DOLLARS } from "@terrarium/contract/pricing";
import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createUsageService } from "../usage/service.ts";
import { createUsageStore } from "../usage/store.ts";
import { createBillingService } from "./service.ts";
import { createBillingStore } from "./store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (text: string): number => Date.parse(text);
const owner = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const log = pino({ level: "silent" });
let count = 0;

async function addTeam(database: Database, id: string): Promise<void> {
  await database
    .insertInto("organizations")
    .values({ id, name: `Team ${id}`, creditsDollars: CREDITS_DOLLARS, createdAt: 0 })
    .execute();
}

/** Records usage of whole days on one machine with this many CPUs, at 48 cents per CPU and day. */
async function useDays(database: Database, organizationId: string, from: string, days: number, cpu: number) {
  const rows = Array.from({ length: days }, (_, i) => {
    const startedAt = at(from) + i * DAY_MS;
    const endedAt = startedAt + DAY_MS;
    const sandboxId = `sbx_${count++}`;
    return { sandboxId, organizationId, cpu, memoryMb: 0, startedAt, expiresAt: endedAt, seenAt: startedAt, endedAt };
  });
  await database.insertInto("usageIntervals").values(rows).execute();
}

function open(database: Database, clock: { now: number }, failsFor = new Set<string>()) {
  const time = () => clock.now;
  const organizations = { requireMember: async () => {}, requireRole: async () => {} };
  const measured = createUsageService({ store: createUsageStore(database), organizations }, time);
  const usage: typeof measured = {
    ...measured,
    async measure(organizationId, span) {
      if (failsFor.has(organizationId)) throw new Error("not measured");
      return measured.measure(organizationId, span);
    },
  };
  const store = createBillingStore(database);
  return createBillingService({ store, usage, organizations, payments: undefined, log }, time);
}

describeOnBothDatabases("invoices", (database) => {
  test("usage reduces the credits to zero and never below", async () => {
    await addTeam(database(), "org_1");
    const clock = { now: at("2026-10-01T00:00:00Z") };
    const billing = open(database(), clock);
    expect(await billing.creditsOf("org_1")).toBe(100_000_000);
    await useDays(database(), "org_1", "2026-10-01T00:00:00Z", 10, 8);
    clock.now = at("2026-10-06T00:00:00Z");
    expect(await billing.creditsOf("org_1")).toBe(100_000_000 - 5 * 8 * 480_000);
    await useDays(database(), "org_1", "2026-10-11T00:00:00Z", 10, 50);
    clock.now = at("2026-10-25T00:00:00Z");
    expect(await billing.creditsOf("org_1")).toBe(0);
  });

  test("credits cover earlier months before the current period", async () => {
    await addTeam(database(), "org_1");
    // $72 in September, then $48 of which $28 are covered.
    await useDays(database(), "org_1", "2026-09-01T00:00:00Z", 10, 15);
    await useDays(database(), "org_1", "2026-10-01T00:00:00Z", 10, 10);
    const clock = { now: at("2026-10-20T00:00:00Z") };
    const billing = open(database(), clock);
    const expected = {
      from: "2026-10-01T00:00:00.000Z",
      to: "2026-11-01T00:00:00.000Z",
      usageMicroDollars: 48_000_000,
      creditsMicroDollars: 28_000_000,
      dueMicroDollars: 20_000_000,
    };
    expect((await billing.get(owner, "org_1")).period).toEqual(expected);
    await billing.issueInvoices();
    expect((await billing.get(owner, "org_1")).period).toEqual(expected);
    clock.now = at("2026-11-02T00:00:00Z");
    expect((await billing.get(owner, "org_1")).period).toMatchObject({ usageMicroDollars: 0, dueMicroDollars: 0 });
  });

  test("creates one invoice for each finished month with usage", async () => {
    await addTeam(database(), "org_1");
    await addTeam(database(), "org_idle");
    await useDays(database(), "org_1", "2026-09-29T00:00:00Z", 4, 40);
    await useDays(database(), "org_1", "2026-11-10T00:00:00Z", 1, 1);
    const clock = { now: at("2026-10-01T00:30:00Z") };
    const billing = open(database(), clock);
    await billing.issueInvoices();
    expect((await billing.get(owner, "org_1")).invoices).toEqual([]);

    clock.now = at("2026-12-01T02:00:00Z");
    await Promise.all([billing.issueInvoices(), open(database(), clock).issueInvoices()]);
    await billing.issueInvoices();
    const { invoices, creditsMicroDollars } = await billing.get(owner, "org_1");
    expect(invoices).toMatchObject([
      {
        from: "2026-11-01T00:00:00.000Z",
        usageMicroDollars: 480_000,
        vcpuHours: 24,
        description: "Sandbox usage, November 2026",
      },
      { from: "2026-10-01T00:00:00.000Z", usageMicroDollars: 38_400_000 },
      { from: "2026-09-01T00:00:00.000Z", usageMicroDollars: 38_400_000 },
    ]);
    expect(new Set(invoices.map((invoice) => invoice.id)).size).toBe(3);
    expect(creditsMicroDollars).toBe(100_000_000 - 480_000 - 2 * 38_400_000);
    expect((await billing.get(owner, "org_idle")).invoices).toEqual([]);
  });

  test("credits cover the oldest month first, rest due in cents", async () => {
    await addTeam(database(), "org_1");
    await useDays(database(), "org_1", "2026-09-01T00:00:00Z", 10, 15);
    await useDays(database(), "org_1", "2026-10-01T00:00:00Z", 10, 15);
    await useDays(database(), "org_1", "2026-11-01T00:00:00Z", 1, 1);
    const clock = { now: at("2026-12-02T00:00:00Z") };
    const billing = open(database(), clock);
    await billing.issueInvoices();
    const { invoices, creditsMicroDollars } = await billing.get(owner, "org_1");
    expect(invoices.map((it) => [it.creditsMicroDollars, it.amount, it.status])).toEqual([
      [0, 0.48, "due"],
      [28_000_000, 44, "due"],
      [72_000_000, 0, "paid"],
    ]);
    expect(creditsMicroDollars).toBe(0);
  });

  test.each([
    ["the same server", "same"],
    ["a server started after November", "next"],
  ])("usage left by a clock jump is billed by %s, once", async (_name, which) => {
    await addTeam(database(), "org_1");
    await useDays(database(), "org_1", "2026-11-01T00:00:00Z", 10, 40);
    const clock = { now: at("2027-01-05T00:00:00Z") };
    const ahead = open(database(), clock);
    await ahead.issueInvoices();
    expect((await ahead.get(owner, "org_1")).invoices).toMatchObject([{ usageMicroDollars: 192_000_000, part: 1 }]);

    clock.now = at("2026-11-11T00:00:00Z");
    if (which === "same") await ahead.issueInvoices();
    await useDays(database(), "org_1", "2026-11-11T00:00:00Z", 2, 10);
    await useDays(database(), "org_1", "2026-12-01T00:00:00Z", 1, 10);
    clock.now = at("2026-12-02T00:00:00Z");
    const billing = which === "same" ? ahead : open(database(), clock);
    await billing.issueInvoices();
    await Promise.all([billing.issueInvoices(), open(database(), clock).issueInvoices()]);
    const [rest, first, ...more] = (await billing.get(owner, "org_1")).invoices;
    expect(more).toEqual([]);
    expect(rest).toMatchObject({
      id: `${first?.id}-2`,
      from: "2026-11-01T00:00:00.000Z",
      usageMicroDollars: 9_600_000,
      vcpuHours: 480,
      amount: 9.6,
      description: "Sandbox usage, November 2026 (rest)",
    });

    clock.now = at("2027-01-05T00:00:00Z");
    await billing.issueInvoices();
    expect((await billing.get(owner, "org_1")).invoices).toMatchObject([
      { from: "2026-12-01T00:00:00.000Z", usageMicroDollars: 4_800_000 },
      { id: rest?.id },
      { id: first?.id },
    ]);
  });

  test("credits include usage after an early invoice", async () => {
    await addTeam(database(), "org_1");
    await useDays(database(), "org_1", "2026-11-01T00:00:00Z", 2, 10);
    const clock = { now: at("2026-12-05T00:00:00Z") };
    const billing = open(database(), clock);
    await billing.issueInvoices();
    clock.now = at("2026-11-04T00:00:00Z");
    await useDays(database(), "org_1", "2026-11-03T00:00:00Z", 1, 10);
    expect(await billing.creditsOf("org_1")).toBe(100_000_000 - 3 * 4_800_000);
  });

  test("bills months of downtime later, and nothing twice", async () => {
    await addTeam(database(), "org_1");
    await useDays(database(), "org_1", "2026-09-30T00:00:00Z", 1, 10);
    await useDays(database(), "org_1", "2026-11-30T00:00:00Z", 1, 10);
    const clock = { now: at("2026-10-02T00:00:00Z") };
    await open(database(), clock).issueInvoices();
    clock.now = at("2027-02-01T12:00:00Z");
    const billing = open(database(), clock);
    await billing.issueInvoices();
    const invoices = await billing.get(owner, "org_1");
    expect(invoices.invoices.map(({ from }) => from.slice(0, 7))).toEqual(["2026-11", "2026-09"]);

    clock.now = at("2016-01-01T12:00:00Z");
    await billing.issueInvoices();
    clock.now = at("2027-02-01T12:00:00Z");
    await billing.issueInvoices();
    expect(await billing.get(owner, "org_1")).toEqual(invoices);
  });

  test("a failing team delays no other and is billed in order", async () => {
    for (const id of ["org_1", "org_2", "org_3"]) {
      await addTeam(database(), id);
      await useDays(database(), id, "2026-09-01T00:00:00Z", 1, 10);
      await useDays(database(), id, "2026-10-01T00:00:00Z", 1, 10);
    }
    const failing = new Set(["org_2"]);
    const billing = open(database(), { now: at("2026-11-02T00:00:00Z") }, failing);
    const months = async (id: string) => {
      const { invoices } = await billing.get(owner, id);
      return invoices.map(({ from }) => from.slice(0, 7));
    };
    await expect(billing.issueInvoices()).rejects.toThrow("not measured");
    expect([await months("org_1"), await months("org_3")]).toEqual([
      ["2026-10", "2026-09"],
      ["2026-10", "2026-09"],
    ]);
    failing.clear();
    await billing.issueInvoices();
    expect(await months("org_2")).toEqual(["2026-10", "2026-09"]);
  });

  test("an invoice is a PDF, not found for other teams", async () => {
    await addTeam(database(), "org_1");
    await addTeam(database(), "org_2");
    await useDays(database(), "org_1", "2026-09-01T00:00:00Z", 30, 15);
    const billing = open(database(), { now: at("2026-10-02T00:00:00Z") });
    await billing.issueInvoices();
    const [invoice] = (await billing.get(owner, "org_1")).invoices;
    const id = invoice?.id ?? "";
    const document = await billing.renderInvoice(owner, "org_1", id);
    expect(document.subarray(0, 5).toString()).toBe("%PDF-");
    expect(document.toString("latin1")).toContain(`Invoice ${id}`);
    await expect(billing.renderInvoice(owner, "org_2", id)).rejects.toMatchObject({ code: "invoice_not_found" });
  });
});
