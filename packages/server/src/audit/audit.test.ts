import { AUDIT_EXPORT_MAX_ROWS, AUDIT_KEPT_AN_HOUR } from "@terrarium/contract/audit";
import type { Allowance } from "@terrarium/platform/base/allowance";
import { AppError } from "@terrarium/platform/base/app-error";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertTeam, insertUsers } from "@terrarium/platform/testing/test-users";
import { expect, test } from "vitest";
import { createRateBlocks } from "../http/rate-blocks.ts";
import { createRateWindows } from "../http/rate-windows.ts";
import { type AuditedCall, createAuditService } from "./service.ts";
import { createAuditStore } from "./store.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2026-11-21T09:00:00Z");
const ada = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const member = { ...ada, userId: "usr_2" };
const program = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "manage" } as const;

const link = {
  kind: "box-token",
  boxTokenId: "bxt_1",
  sandboxId: "sbx_1",
  organizationId: "org_1",
  rights: ["view"],
  madeBy: { actorKind: "user", actorId: "usr_1" },
} as const;

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

const ENOUGH: Allowance = { take: async () => 0 };

const errors: string[] = [];
const log = { error: (...said: unknown[]) => void errors.push(String(said.at(-1))) };

const BOX = {
  organizationId: "org_1",
  number: 1,
  templateId: "tpl_1",
  templateName: "Small phone",
  cpu: 1,
  memoryMb: 1024,
  widthPx: 480,
  heightPx: 800,
  metadata: "{}",
  state: "running" as const,
  createdAt: 0,
  startedAt: 0,
  updatedAt: 0,
  expiresAt: 1,
};

describeOnBothDatabases("the audit log", (database) => {
  const open = (clock = { now: START }, allowance: Allowance = ENOUGH) => {
    const organizations = {
      requireRole: async (caller: typeof ada) => {
        if (caller.userId !== ada.userId) throw new AppError("role_required");
      },
    };
    return createAuditService({ store: createAuditStore(database()), organizations, allowance, log }, () => clock.now);
  };
  const page = { organizationId: "org_1", page: 1, pageSize: 10 };

  test("an entry has actor, action, target, time, address and outcome", async () => {
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
      targetNames: { apiKeyId: "ci" },
      ip: "203.0.113.7",
      userAgent: "Mozilla/5.0",
      outcome: "ok",
      requestId: "req_1",
      more: 0,
    });
    // The key is deleted by now.
    expect(data.find((entry) => entry.action === "createBox")).toMatchObject({
      actorKind: "api_key",
      actorId: "key_1",
      actorName: "ci",
      outcome: "budget_exceeded",
    });
  });

  test("does not keep the name of a deleted user", async () => {
    await insertTeam(database());
    const audit = open();
    await audit.record(call());
    await database().deleteFrom("users").execute();
    expect((await audit.list(ada, page)).data).toMatchObject([{ actorId: "usr_1", actorName: null }]);
  });

  test("filters by actor, action, outcome and time, newest first", async () => {
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

  test("exports many entries completely and yields to other work", async () => {
    await insertTeam(database());
    const clock = { now: START };
    const audit = open(clock);
    for (let n = 0; n < 620; n += 1) {
      // Several at the same time, so that export portions also end between these.
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

  test("pages and counts only the newest of very many entries", async () => {
    await insertTeam(database());
    const audit = open();
    await audit.record(call());
    const [entry] = await database().selectFrom("auditEntries").selectAll().execute();
    if (!entry) throw new Error("there is no entry");
    for (let from = 0; from < AUDIT_EXPORT_MAX_ROWS; from += 1_000) {
      const older = Array.from({ length: 1_000 }, (_, n) => ({
        ...entry,
        id: `aud_${from + n}`,
        at: START - from - n - 1,
      }));
      await database().insertInto("auditEntries").values(older).execute();
    }
    const { data, total } = await audit.list(ada, { ...page, page: 334, pageSize: 30 });
    expect([total, data.length]).toEqual([AUDIT_EXPORT_MAX_ROWS + 1, 10]);
    expect((await audit.list(ada, { ...page, page: 335, pageSize: 30 })).data).toEqual([]);
    const counted = await createAuditStore(database()).count({ organizationId: "org_1", action: "createAnApiKey" }, 5);
    expect(counted).toBe(5);
  });

  test("counts a flood over several servers and keeps other entries", async () => {
    await insertTeam(database());
    const clock = { now: START };
    const now = () => clock.now;
    const servers = [0, 1].map(() => open(clock, createRateBlocks(createRateWindows(database(), now), HOUR_MS, now)));
    const record = (n: number, overrides: Partial<AuditedCall>) => servers[n % servers.length]?.record(call(overrides));
    await record(0, { action: "deleteAnApiKey", requestId: "req_before" });
    const calls = AUDIT_KEPT_AN_HOUR.people.done + 200;
    for (let n = 0; n < calls; n += 1) await record(n, { action: "updateBudget", requestId: `req_${n}` });
    await record(1, { caller: program, action: "createBox", targets: {}, requestId: "req_other" });
    const entries = (await Array.fromAsync(servers[0]?.export(ada, { organizationId: "org_1" }) ?? [])).flat();
    const [flood, others] = [true, false].map((isFlood) =>
      entries.filter(({ action }) => (action === "updateBudget") === isFlood),
    );
    expect(others?.map(({ requestId, more }) => [requestId, more]).toSorted()).toEqual([
      ["req_before", 0],
      ["req_other", 0],
    ]);
    // At most the entries of one server, plus one for each server's count.
    expect(flood?.length).toBeLessThanOrEqual(AUDIT_KEPT_AN_HOUR.people.done + servers.length);
    expect(flood?.reduce((sum, { more }) => sum + 1 + more, 0)).toBe(calls);
    clock.now += HOUR_MS;
    await record(0, { action: "updateBudget", requestId: "req_later" });
    expect((await open(clock).list(ada, page)).data[0]).toMatchObject({ requestId: "req_later", more: 0 });
  });

  test("hides other teams' entries and keeps strangers' calls out", async () => {
    await insertTeam(database());
    const audit = open();
    await audit.record(call({ caller: undefined, outcome: "unauthorized" }));
    const unchecked = [
      "organization_not_found",
      "invite_required",
      "invalid_request",
      "invalid_json",
      "body_too_large",
    ];
    for (const outcome of unchecked) await audit.record(call({ caller: member, outcome }));
    await audit.record(call({ targets: { organizationId: "org_2" } }));
    expect(await audit.list(ada, page)).toEqual({ data: [], total: 0 });
    await audit.record(call({ caller: member, outcome: "owner_required" }));
    expect((await audit.list(ada, page)).total).toBe(1);
  });

  test("does not store calls rejected before authentication", async () => {
    await insertTeam(database());
    const audit = open();
    const entries = () => database().selectFrom("auditEntries").select(["organizationId", "actorId"]).execute();
    const refusals = [
      "unauthorized",
      "forbidden_origin",
      "api_key_expired",
      "webhook_refused",
      "payments_not_configured",
      "oauth_failed",
      "invalid_request",
    ];
    for (const outcome of refusals) await audit.record(call({ caller: undefined, outcome }));
    await audit.record(call({ outcome: "rate_limited" }));
    await audit.record(call({ caller: program, outcome: "rate_limited" }));
    for (const outcome of ["session_required", "scope_required"]) await audit.record(call({ caller: link, outcome }));
    expect(await entries()).toEqual([]);
    // A team sees the refusals of its own key.
    for (const outcome of ["session_required", "scope_required"])
      await audit.record(call({ caller: program, targets: {}, outcome }));
    expect(await entries()).toEqual(Array.from({ length: 2 }, () => ({ organizationId: "org_1", actorId: "key_1" })));
    await audit.record(call({ caller: undefined, action: "githubCallback", targets: {} }));
    expect(await entries()).toHaveLength(3);
  });

  test("a row with unreadable targets hides no other", async () => {
    await insertTeam(database());
    const audit = open();
    for (const targets of ["not JSON", '{"organizationId":1}', "null"]) {
      await audit.record(call());
      await database().updateTable("auditEntries").set({ targets }).where("targets", "like", "%key_1%").execute();
    }
    for (const targetNames of ["not JSON", '{"apiKeyId":1}', "null"]) {
      await audit.record(call());
      await database().updateTable("auditEntries").set({ targetNames }).where("targetNames", "like", "%ci%").execute();
    }
    await audit.record(call());
    const { data } = await audit.list(ada, page);
    expect(data).toHaveLength(7);
    expect(data.filter(({ targets }) => targets.apiKeyId === "key_1")).toHaveLength(4);
    expect(data.filter(({ targetNames }) => targetNames.apiKeyId === "ci")).toHaveLength(1);
    expect((await Array.fromAsync(audit.export(ada, { organizationId: "org_1" }))).flat()).toHaveLength(7);
  });

  const insertBox = (box: { id: string; name: string | null; number?: number }) =>
    database()
      .insertInto("sandboxes")
      .values({ ...BOX, ...box })
      .execute();
  /** Makes a call that changes the database, like the server: looks up its targets first. */
  const make = async (overrides: Partial<AuditedCall>, change: () => Promise<unknown> = async () => undefined) => {
    const audit = open();
    const { targets } = call(overrides);
    const known = await audit.lookUp(targets);
    await change();
    await audit.record(call({ ...overrides, known }));
  };
  /** Returns the last target of each entry with its known names: a line for each, in alphabetical order. */
  const named = async () =>
    (await open().list(ada, page)).data
      .map(({ targets, targetNames }) => `${Object.values(targets).at(-1)} ${JSON.stringify(targetNames)}`)
      .toSorted();

  test("a deleted target keeps its name", async () => {
    await insertTeam(database());
    await insertBox({ id: "sbx_1", name: "Checkout 手机" });
    await insertBox({ id: "sbx_2", name: null, number: 2 });
    const link = { id: "inv_1", organizationId: "org_1", codeHash: "hash", codeSealed: "sealed", createdAt: 0 };
    await database()
      .insertInto("inviteLinks")
      .values({ ...link, expiresAt: Date.parse("2026-11-28T00:00:00Z") })
      .execute();
    const of = (targets: Record<string, string>) => ({ targets: { organizationId: "org_1", ...targets } });
    await make(of({ apiKeyId: "key_1" }), () => database().deleteFrom("apiKeys").execute());
    const ends = (id: string) => database().deleteFrom("sandboxes").where("id", "=", id).execute();
    await make(of({ sandboxId: "sbx_1" }), () => ends("sbx_1"));
    await make(of({ sandboxId: "sbx_2" }), () => ends("sbx_2"));
    await make(of({ inviteId: "inv_1" }), () => database().deleteFrom("inviteLinks").execute());
    await make(of({ inviteId: "inv_1" }));
    expect(await named()).toEqual([
      'inv_1 {"inviteId":"2026-11-28T00:00:00.000Z"}',
      "inv_1 {}",
      'key_1 {"apiKeyId":"ci"}',
      'sbx_1 {"sandboxId":"Checkout 手机","templateId":"Small phone"}',
      'sbx_2 {"templateId":"Small phone"}',
    ]);
  });

  test("stores the names at the time of the call", async () => {
    await insertTeam(database());
    await insertBox({ id: "sbx_1", name: "Old" });
    const sandboxes = database().updateTable("sandboxes");
    await make({ action: "renameSandbox", targets: { sandboxId: "sbx_1" } }, () =>
      sandboxes.set({ name: "New" }).execute(),
    );
    expect(await named()).toEqual(['sbx_1 {"sandboxId":"Old","templateId":"Small phone"}']);
    await open().record(call({ targets: { sandboxId: "sbx_1" }, caller: program }));
    await sandboxes.set({ name: "x".repeat(500), templateName: `${"x".repeat(127)}😀` }).execute();
    await open().record(call({ targets: { sandboxId: "sbx_1" }, caller: program }));
    const { data } = await open().list(ada, { ...page, actorId: "key_1" });
    expect(data.map(({ targetNames }) => targetNames)).toEqual(
      expect.arrayContaining([
        { sandboxId: "New", templateId: "Small phone" },
        { sandboxId: "x".repeat(128), templateId: "x".repeat(127) },
      ]),
    );
  });

  test("looks up several targets in one query, or none", async () => {
    await insertTeam(database());
    await insertBox({ id: "sbx_1", name: "Phone" });
    const store = createAuditStore(database());
    expect(await store.findTargets({ organizationId: "org_1", userId: "usr_1", constructor: "x" })).toEqual({});
    expect(await store.findTargets({ apiKeyId: "key_1", sandboxId: "sbx_1", inviteId: "i", templateId: "t" })).toEqual({
      apiKeyId: { organizationId: "org_1", name: "ci", templateName: null },
      sandboxId: { organizationId: "org_1", name: "Phone", templateName: "Small phone" },
      inviteId: null,
      templateId: null,
    });
  });

  test("reveals no names of other teams or strangers", async () => {
    await insertTeam(database());
    await insertUsers(database(), ["usr_stranger", "usr_member"]);
    await database().insertInto("organizations").values({ id: "org_2", name: "Other", createdAt: 0 }).execute();
    const member = { organizationId: "org_1", userId: "usr_member", role: "member" as const, createdAt: 0 };
    await database().insertInto("memberships").values(member).execute();
    const foreign = { id: "key_2", organizationId: "org_2", name: "secret", keyHash: "h2", keySealed: "s2" };
    await database()
      .insertInto("apiKeys")
      .values({ ...foreign, createdAt: 0, updatedAt: 0 })
      .execute();
    const of = (outcome: string, targets: Record<string, string>) => ({
      outcome,
      targets: { organizationId: "org_1", ...targets },
    });
    await make(of("api_key_not_found", { apiKeyId: "key_2" }));
    await make({ ...of("invalid_request", { apiKeyId: "key_2" }), caller: program });
    await make(of("member_not_found", { userId: "usr_stranger" }));
    await make(of("role_required", { userId: "usr_member" }));
    // After the removal, the user is not a member.
    await make(of("ok", { userId: "usr_stranger" }));
    expect(await named()).toEqual([
      "key_2 {}",
      "key_2 {}",
      'usr_member {"userId":"usr_member"}',
      'usr_stranger {"userId":"usr_stranger"}',
      "usr_stranger {}",
    ]);
    const stored = await database().selectFrom("auditEntries").select("targetNames").execute();
    expect(stored.every(({ targetNames }) => targetNames === null)).toBe(true);
    await database().deleteFrom("users").execute();
    expect((await named()).every((line) => line.endsWith(" {}"))).toBe(true);
  });

  test("reports failed name look-ups and still records the call", async () => {
    await insertTeam(database());
    const store = {
      ...createAuditStore(database()),
      findTargets: () => Promise.reject(new Error("the database is gone")),
    };
    const audit = createAuditService({
      store,
      organizations: { requireRole: async () => undefined },
      allowance: ENOUGH,
      log,
    });
    errors.length = 0;
    const known = await audit.lookUp({ apiKeyId: "key_1" });
    await audit.record(call({ known }));
    expect(errors).toEqual(Array.from({ length: 2 }, () => "failed to look up the names of a call's targets"));
    expect((await audit.list(ada, page)).data).toMatchObject([{ targets: { apiKeyId: "key_1" }, targetNames: {} }]);
  });

  test("rejects plain members", async () => {
    await expect(open().list(member, page)).rejects.toMatchObject({ code: "role_required" });
    await expect(open().export(member, page).next()).rejects.toMatchObject({ code: "role_required" });
  });

  test("keeps entries for 90 days", async () => {
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
