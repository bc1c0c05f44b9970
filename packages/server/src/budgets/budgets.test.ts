import { BUDGET_THRESHOLDS_PERCENT } from "@terrarium/contract/pricing";
import { createLoneBus } from "@terrarium/platform/base/bus";
import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test } from "vitest";
import { createBudgetService, type BudgetService } from "./service.ts";
import { createBudgetStore } from "./store.ts";

const OCTOBER = Date.parse("2026-10-20T12:00:00Z");
const NOVEMBER = Date.parse("2026-11-01T00:00:00Z");
const DOLLAR_VCPU_MS = 50n * 3_600_000n;
const owner = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const program = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "manage" } as const;

/** Creates a server over the database. The test sets its clock and the usage. */
function createWorld(database: Database) {
  const world = { now: OCTOBER, usedDollars: 0, failing: "", slow: "", slowness: Promise.resolve() };
  const open = (): BudgetService =>
    createBudgetService(
      {
        store: createBudgetStore(database),
        usage: {
          async measure(organizationId) {
            if (organizationId === world.failing) throw new Error("not measured");
            if (organizationId === world.slow) await world.slowness;
            const vcpuMs = (BigInt(Math.round(world.usedDollars * 1000)) * DOLLAR_VCPU_MS) / 1000n;
            return { vcpuMs, memoryMbMs: 0n, sandboxesStarted: 0 };
          },
        },
        billing: { creditsOf: async () => 7_000_000 },
        organizations: { requireMember: async () => {}, requireRole: async () => {} },
        publicUrl: new URL("https://terrarium.example"),
        bus: createLoneBus(),
        log: { error: () => {} },
      },
      () => world.now,
    );
  const mails = () =>
    database.selectFrom("mails").select(["recipient", "subject", "body"]).orderBy("createdAt").orderBy("id").execute();
  return { world, open, mails };
}

async function addTeam(database: Database, email: string | null = "ada@example.com"): Promise<void> {
  await database.insertInto("organizations").values({ id: "org_1", name: "Ada's Team", createdAt: 0 }).execute();
  const ada = { id: "usr_1", provider: "github", providerUserId: "1", name: "Ada", avatar: null, inviteCode: null };
  await database
    .insertInto("users")
    .values({ ...ada, email, createdAt: 0, updatedAt: 0 })
    .execute();
  const membership = { organizationId: "org_1", userId: "usr_1", role: "owner" as const, createdAt: 0 };
  await database.insertInto("memberships").values(membership).execute();
}

const settings = { organizationId: "org_1", limitEnabled: true, limitDollars: 10, alertDollars: 0 };
const percentages = (mails: Array<{ subject: string }>) =>
  new Set(mails.map(({ subject }) => /(\d+)%/.exec(subject)?.[1]));
const isBlocked = (budgets: BudgetService) => {
  try {
    budgets.requireUnblocked(program);
    return false;
  } catch {
    return true;
  }
};

describeOnBothDatabases("budgets", (database) => {
  test("a failing check does not block other teams", async () => {
    await addTeam(database());
    await database().insertInto("organizations").values({ id: "org_0", name: "First", createdAt: 0 }).execute();
    const { world, open } = createWorld(database());
    await open().update(owner, settings);
    await open().update(owner, { ...settings, organizationId: "org_0" });
    [world.usedDollars, world.failing] = [10, "org_0"];
    const budgets = open();
    await expect(budgets.checkAll()).rejects.toThrow("not measured");
    expect(isBlocked(budgets)).toBe(true);
  });

  test("a slow check does not delay other teams", async () => {
    await addTeam(database());
    await database().insertInto("organizations").values({ id: "org_0", name: "First", createdAt: 0 }).execute();
    const { world, open } = createWorld(database());
    await open().update(owner, settings);
    await open().update(owner, { ...settings, organizationId: "org_0" });
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(world, { usedDollars: 10, slow: "org_0", slowness: promise });
    const budgets = open();
    const checked = budgets.checkAll();
    await expect.poll(() => isBlocked(budgets)).toBe(true);
    expect(await budgets.update(owner, { ...settings, limitDollars: 20 })).toMatchObject({ isExceeded: false });
    resolve();
    await checked;
  });

  test("a team has no budget at first", async () => {
    await addTeam(database());
    const { world, open, mails } = createWorld(database());
    world.usedDollars = 1_000;
    const budgets = open();
    await budgets.checkAll();
    await budgets.requireWithinBudget("org_1");
    expect(await budgets.get(owner, "org_1")).toEqual({
      limitEnabled: false,
      limitDollars: 0,
      alertDollars: 0,
      from: "2026-10-01T00:00:00.000Z",
      to: "2026-11-01T00:00:00.000Z",
      usedMicroDollars: 1_000_000_000,
      creditsMicroDollars: 7_000_000,
      isExceeded: false,
      notifiedEmail: "ada@example.com",
      thresholdsPercent: [50, 80, 90, 100],
    });
    expect(await mails()).toEqual([]);
  });

  test("omitted fields keep their value in concurrent changes", async () => {
    await addTeam(database());
    const { open } = createWorld(database());
    const [one, another] = [open(), open()];
    await one.update(owner, { organizationId: "org_1", alertDollars: 3 });
    await Promise.all([
      one.update(owner, { organizationId: "org_1", limitEnabled: true, limitDollars: 10 }),
      another.update(owner, { organizationId: "org_1", alertDollars: 5 }),
    ]);
    expect(await one.get(owner, "org_1")).toMatchObject({ limitEnabled: true, limitDollars: 10, alertDollars: 5 });
  });

  test("reports each threshold once, when it is reached", async () => {
    await addTeam(database());
    const { world, open, mails } = createWorld(database());
    const budgets = open();
    await budgets.update(owner, settings);
    const told = async (usedDollars: number) => {
      world.usedDollars = usedDollars;
      await budgets.checkAll();
      await budgets.checkAll();
      return percentages(await mails());
    };
    expect(await told(4.999)).toEqual(new Set());
    expect(await told(5)).toEqual(new Set(["50"]));
    expect(await told(7.999)).toEqual(new Set(["50"]));
    expect(await told(9)).toEqual(new Set(["50", "80", "90"]));
    expect(await told(10)).toEqual(new Set(["50", "80", "90", "100"]));
    await told(20);
    expect(await mails()).toHaveLength(4);
    const last = (await mails()).find(({ subject }) => subject.includes("100%"));
    expect(last?.recipient).toBe("ada@example.com");
    expect(last?.body).toContain("2026-11-01");
    expect(last?.body).toContain("https://terrarium.example/budget");
  });

  test("concurrent servers send one mail each", async () => {
    await addTeam(database());
    const { world, open, mails } = createWorld(database());
    await open().update(owner, { ...settings, alertDollars: 3 });
    world.usedDollars = 50;
    const servers = Array.from({ length: 5 }, open);
    await Promise.all(servers.flatMap((server) => [server.checkAll(), server.checkAll()]));
    const sent = await mails();
    expect(sent).toHaveLength(BUDGET_THRESHOLDS_PERCENT.length + 1);
    expect(new Set(sent.map((mail) => mail.subject)).size).toBe(sent.length);
  });

  test("reports an exceeded alert and interrupts nothing", async () => {
    await addTeam(database());
    const { world, open, mails } = createWorld(database());
    const budgets = open();
    await budgets.update(owner, { ...settings, limitEnabled: false, alertDollars: 3 });
    world.usedDollars = 3;
    await budgets.checkAll();
    expect(await mails()).toEqual([]);
    world.usedDollars = 3.01;
    await budgets.checkAll();
    await budgets.checkAll();
    expect(await mails()).toMatchObject([{ subject: "Ada's Team: usage has exceeded your alert of $3.00" }]);
    await budgets.requireWithinBudget("org_1");
    expect(isBlocked(budgets)).toBe(false);
  });

  test("at the limit everything stops until it is raised", async () => {
    await addTeam(database());
    const { world, open } = createWorld(database());
    const budgets = open();
    await budgets.update(owner, settings);
    world.usedDollars = 9.99;
    await budgets.checkAll();
    expect(isBlocked(budgets)).toBe(false);
    world.usedDollars = 10;
    await expect(budgets.requireWithinBudget("org_1")).rejects.toMatchObject({
      code: "budget_exceeded",
      message: expect.stringContaining("$10.00"),
    });
    await budgets.checkAll();
    expect(isBlocked(budgets)).toBe(true);
    expect((await budgets.get(owner, "org_1")).isExceeded).toBe(true);
    budgets.requireUnblocked(owner);
    budgets.requireUnblocked({ ...program, organizationId: "org_other" });

    await budgets.update(owner, { ...settings, limitDollars: 10.01 });
    await budgets.requireWithinBudget("org_1");
    expect(isBlocked(budgets)).toBe(false);
  });

  test("other servers learn of reached and raised limits", async () => {
    await addTeam(database());
    const { world, open } = createWorld(database());
    const [here, there] = [open(), open()];
    world.usedDollars = 10;
    await here.update(owner, settings);
    await there.checkAll();
    expect(isBlocked(there)).toBe(true);
    await here.update(owner, { ...settings, limitEnabled: false });
    await there.checkAll();
    expect(isBlocked(there)).toBe(false);
  });

  test("resets blocks and notices in the next month", async () => {
    await addTeam(database());
    const { world, open, mails } = createWorld(database());
    const budgets = open();
    world.usedDollars = 10;
    await budgets.update(owner, settings);
    expect(isBlocked(budgets)).toBe(true);
    world.now = NOVEMBER - 1;
    expect(isBlocked(budgets)).toBe(true);
    world.now = NOVEMBER;
    expect(isBlocked(budgets)).toBe(false);
    world.usedDollars = 5;
    await budgets.checkAll();
    expect(isBlocked(budgets)).toBe(false);
    expect((await mails()).filter(({ subject }) => subject.includes("50%"))).toHaveLength(2);
  });

  test("a limit of zero allows nothing and is reported once", async () => {
    await addTeam(database());
    const { open, mails } = createWorld(database());
    const budgets = open();
    await budgets.update(owner, { ...settings, limitDollars: 0 });
    expect(isBlocked(budgets)).toBe(true);
    expect(percentages(await mails())).toEqual(new Set(["100"]));
  });

  test("notices wait until there is an address", async () => {
    await addTeam(database(), null);
    const { world, open, mails } = createWorld(database());
    const budgets = open();
    world.usedDollars = 5;
    expect(await budgets.update(owner, settings)).toMatchObject({ notifiedEmail: null });
    expect(await mails()).toEqual([]);
    await database().updateTable("users").set({ email: "late@example.com" }).execute();
    await budgets.checkAll();
    expect(await mails()).toMatchObject([{ recipient: "late@example.com" }]);
  });
});
