import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../db/both-databases.ts";
import { AppError } from "../http/app-error.ts";
import { insertTeam } from "../test-users.ts";
import { type AuditedCall, createAuditService } from "./service.ts";
import { createAuditStore } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;
const START = Date.parse("2026-11-21T09:00:00Z");
const ada = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const member = { ...ada, userId: "usr_2" };
const program = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1" } as const;

const call = (overrides: Partial<AuditedCall> = {}): AuditedCall => ({
  caller: ada,
  action: "createAnApiKey",
  targets: { organizationId: "org_1", apiKeyId: "key_1" },
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
  outcome: "ok",
  requestId: "req_1",
  ...overrides,
});

describeOnBothDatabases("the audit log", (database) => {
  const open = (clock = { now: START }) => {
    const organizations = {
      requireRole: async (caller: typeof ada) => {
        if (caller.userId !== ada.userId) throw new AppError("role_required");
      },
    };
    return createAuditService({ store: createAuditStore(database()), organizations }, () => clock.now);
  };
  const page = { organizationId: "org_1", page: 1, pageSize: 10 };

  test("an entry says who did what to what, when, from where and with what outcome", async () => {
    await insertTeam(database());
    const audit = open();
    await audit.record(call());
    await audit.record(
      call({ caller: program, action: "createBox", targets: { sandboxId: "sbx_1" }, outcome: "budget_exceeded" }),
    );
    await database().deleteFrom("apiKeys").execute();
    const { data, total } = await audit.list(ada, page);
    expect(total).toBe(2);
    expect(data.find((entry) => entry.action === "createAnApiKey")).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: "2026-11-21T09:00:00.000Z",
      actorKind: "user",
      actorId: "usr_1",
      actorName: "Ada",
      action: "createAnApiKey",
      targets: { organizationId: "org_1", apiKeyId: "key_1" },
      ip: "203.0.113.7",
      userAgent: "Mozilla/5.0",
      outcome: "ok",
      requestId: "req_1",
    });
    // The key is gone by now.
    expect(data.find((entry) => entry.action === "createBox")).toMatchObject({
      actorKind: "api_key",
      actorId: "key_1",
      actorName: "ci",
      outcome: "budget_exceeded",
    });
  });

  test("the name of a user who is gone is not kept", async () => {
    await insertTeam(database());
    const audit = open();
    await audit.record(call());
    await database().deleteFrom("users").execute();
    expect((await audit.list(ada, page)).data).toMatchObject([{ actorId: "usr_1", actorName: null }]);
  });

  test("it is filtered by actor, action, outcome and time, newest first, in pages", async () => {
    await insertTeam(database());
    const clock = { now: START };
    const audit = open(clock);
    for (const [i, overrides] of [
      { action: "createBox" },
      { action: "createBox", outcome: "sandbox_limit" },
      { action: "deleteAnApiKey", outcome: "api_key_not_found" },
      { caller: program, action: "terminateBox" },
    ].entries()) {
      clock.now = START + i * 1_000;
      await audit.record(call(overrides));
    }
    const actions = async (filter: object) =>
      (await audit.list(ada, { ...page, ...filter })).data.map((entry) => entry.action);
    expect(await actions({})).toEqual(["terminateBox", "deleteAnApiKey", "createBox", "createBox"]);
    expect(await actions({ actorId: "key_1" })).toEqual(["terminateBox"]);
    expect(await actions({ action: "createBox" })).toHaveLength(2);
    expect(await actions({ outcome: "error" })).toEqual(["deleteAnApiKey", "createBox"]);
    expect(await actions({ outcome: "sandbox_limit" })).toEqual(["createBox"]);
    expect(await actions({ action: "createBox", outcome: "ok" })).toEqual(["createBox"]);
    const [from, to] = [1_000, 3_000].map((offset) => new Date(START + offset).toISOString());
    expect(await actions({ from, to })).toEqual(["deleteAnApiKey", "createBox"]);
    expect(await actions({ page: 2, pageSize: 3 })).toEqual(["createBox"]);
    expect((await audit.list(ada, { ...page, pageSize: 1, outcome: "error" })).total).toBe(2);
    expect((await Array.fromAsync(audit.export(ada, { organizationId: "org_1" }))).flat()).toHaveLength(4);
  });

  test("an export of many entries is whole and lets others have their turn", async () => {
    await insertTeam(database());
    const clock = { now: START };
    const audit = open(clock);
    for (let n = 0; n < 620; n += 1) {
      // Many at the same time, so that portions end among them.
      clock.now = START + Math.floor(n / 100);
      await audit.record(call({ requestId: `req_${n}` }));
    }
    let turns = 0;
    const portions: string[][] = [];
    for await (const portion of audit.export(ada, { organizationId: "org_1" })) {
      portions.push(portion.map(({ requestId }) => requestId));
      setImmediate(() => (turns += 1));
    }
    expect(portions.map(({ length }) => length)).toEqual([250, 250, 120]);
    expect(new Set(portions.flat()).size).toBe(620);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  test("strangers do not fill a team's log, and other teams' entries are not seen", async () => {
    await insertTeam(database());
    const audit = open();
    await audit.record(call({ caller: member, outcome: "organization_not_found" }));
    await audit.record(call({ caller: undefined, outcome: "unauthorized" }));
    await audit.record(call({ caller: member, outcome: "invalid_request" }));
    await audit.record(call({ targets: { organizationId: "org_2" } }));
    expect(await audit.list(ada, page)).toEqual({ data: [], total: 0 });
    await audit.record(call({ caller: member, outcome: "owner_required" }));
    expect((await audit.list(ada, page)).total).toBe(1);
  });

  test("calls that were turned away at the door fill no database", async () => {
    const audit = open();
    await audit.record(call({ caller: undefined, outcome: "unauthorized" }));
    await audit.record(call({ caller: undefined, outcome: "forbidden_origin" }));
    await audit.record(call({ outcome: "rate_limited" }));
    await audit.record(call({ caller: program, outcome: "rate_limited" }));
    expect(await database().selectFrom("auditEntries").selectAll().execute()).toEqual([]);
    await audit.record(call({ caller: undefined, action: "githubCallback", outcome: "oauth_failed" }));
    expect(await database().selectFrom("auditEntries").selectAll().execute()).toHaveLength(1);
  });

  test("a row whose targets cannot be read hides no other", async () => {
    await insertTeam(database());
    const audit = open();
    for (const targets of ["not JSON", '{"organizationId":1}', "null"]) {
      await audit.record(call());
      await database().updateTable("auditEntries").set({ targets }).where("targets", "like", "%key_1%").execute();
    }
    await audit.record(call());
    const { data } = await audit.list(ada, page);
    expect(data).toHaveLength(4);
    expect(data.filter(({ targets }) => targets.apiKeyId === "key_1")).toHaveLength(1);
    expect((await Array.fromAsync(audit.export(ada, { organizationId: "org_1" }))).flat()).toHaveLength(4);
  });

  test("members do not read it", async () => {
    await expect(open().list(member, page)).rejects.toMatchObject({ code: "role_required" });
    await expect(open().export(member, page).next()).rejects.toMatchObject({ code: "role_required" });
  });

  test("entries are kept for 90 days", async () => {
    await insertTeam(database());
    const clock = { now: START };
    const audit = open(clock);
    await audit.record(call());
    clock.now = START + 90 * DAY_MS;
    await audit.forget();
    expect((await audit.list(ada, page)).total).toBe(1);
    clock.now += 1;
    await audit.forget();
    expect((await audit.list(ada, page)).total).toBe(0);
  });
});
