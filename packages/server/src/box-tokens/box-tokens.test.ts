import { BOX_RIGHTS } from "@terrarium/contract/box-rights";
import type { Caller } from "@terrarium/platform/base/caller";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { expect, test } from "vitest";
import { createApiKeyService } from "../api-keys/service.ts";
import { createApiKeyStore } from "../api-keys/store.ts";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createBoxTokenService } from "./service.ts";
import { createBoxTokenStore } from "./store.ts";

const ada: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const program: Caller = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "drive" };

describeOnBothDatabases("a token for one sandbox", (database) => {
  async function open({ keyEndsAt = null }: { keyEndsAt?: number | null } = {}) {
    const db = database();
    await db.insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
    const user = { id: "usr_1", provider: "github", providerUserId: "1", name: "Ada", createdAt: 0, updatedAt: 0 };
    await db.insertInto("users").values(user).execute();
    const membership = { organizationId: "org_1", userId: "usr_1", role: "owner" as const, createdAt: 0 };
    await db.insertInto("memberships").values(membership).execute();
    const key = { id: "key_1", organizationId: "org_1", name: "key", keyHash: "h", keySealed: "s", createdBy: "usr_1" };
    await db
      .insertInto("apiKeys")
      .values({ ...key, expiresAt: keyEndsAt, createdAt: 0, updatedAt: 0 })
      .execute();
    await db
      .insertInto("sandboxes")
      .values({ ...newSandboxRow("sbx_1", 1), state: "running" as const })
      .execute();
    const time = { now: 1_000 };
    const sandbox = { ...newSandbox("sbx_1"), state: "running" as const, endedAt: null, endReason: null };
    const sandboxes = { requireDevice: async () => undefined, get: async () => sandbox };
    const told = { count: 0 };
    const accessChanges = { announce: () => void (told.count += 1) };
    const parts = { store: createBoxTokenStore(db), sandboxes, accessChanges };
    return { time, told, tokens: createBoxTokenService(parts, () => time.now) };
  }

  test("shows maker, sandbox and rights until it expires", async () => {
    const { time, tokens } = await open();
    const made = await tokens.issue(ada, "sbx_1", { rights: ["view"], expiresInMs: 60_000 });
    expect(made).toEqual({ token: expect.stringMatching(/^trb_[\w-]{43}$/), rights: ["view"], expiresAt: 61_000 });
    const byProgram = await tokens.issue(program, "sbx_1", { rights: ["shell"] });
    expect(byProgram.expiresAt - time.now).toBe(180 * 60_000);
    const common = { kind: "box-token", boxTokenId: expect.stringMatching(/^bxt_/), sandboxId: "sbx_1" };
    const team = { organizationId: "org_1", endsAt: 61_000, endsInMs: 60_000 };
    const byAda = { madeBy: { actorKind: "user", actorId: "usr_1" }, createdBy: "usr_1" };
    expect(await tokens.find(made.token)).toEqual({ ...common, ...team, rights: ["view"], ...byAda });
    const byHerKey = { madeBy: { actorKind: "api_key", actorId: "key_1" }, createdBy: "usr_1" };
    expect(await tokens.find(byProgram.token)).toMatchObject(byHerKey);
    expect([await tokens.find(`${made.token}x`), await tokens.find("trb_"), await tokens.find("x")]).toEqual(
      Array.from({ length: 3 }),
    );
    time.now = 61_000;
    expect(await tokens.find(made.token)).toBeUndefined();
    await tokens.removeExpired();
    expect(await database().selectFrom("boxTokens").select("userId").execute()).toEqual([{ userId: null }]);
  });

  test("is listed without its secret, and its end is announced", async () => {
    const { time, told, tokens } = await open();
    const first = await tokens.issue(ada, "sbx_1", { rights: ["view"], expiresInMs: 60_000 });
    time.now += 1_000;
    await tokens.issue(program, "sbx_1", { rights: ["shell"], expiresInMs: 30_000 });
    const listed = await tokens.list(ada, "sbx_1");
    expect(listed).toMatchObject([
      { rights: [...BOX_RIGHTS], actorKind: "api_key", actorName: "key", expiresAt: "1970-01-01T00:00:32.000Z" },
      { rights: ["view"], actorKind: "user", actorName: "Ada", createdAt: "1970-01-01T00:00:01.000Z" },
    ]);
    expect(JSON.stringify(listed)).not.toContain("trb_");
    time.now += 30_000;
    const [left, ...others] = await tokens.list(program, "sbx_1");
    expect(others).toEqual([]);
    await tokens.revoke(program, "sbx_1", left?.id ?? "");
    expect([await tokens.find(first.token), await tokens.list(ada, "sbx_1"), told.count]).toEqual([undefined, [], 1]);
  });

  test("gives its holder no access to other tokens", async () => {
    const { tokens } = await open();
    const caller = await tokens.find((await tokens.issue(ada, "sbx_1", { rights: ["shell"] })).token);
    if (!caller) throw new Error("the token is unknown");
    const refusal = { code: "scope_required" };
    await expect(tokens.list(caller, "sbx_1")).rejects.toMatchObject(refusal);
    await expect(tokens.revoke(caller, "sbx_1", caller.boxTokenId)).rejects.toMatchObject(refusal);
  });

  test.for(["running", "stopped", "ended"] as const)("reports whether it is valid in a %s sandbox", async (state) => {
    const { tokens } = await open();
    const { token } = await tokens.issue(ada, "sbx_1", { rights: ["shell"] });
    const found = await tokens.find(token);
    if (!found) throw new Error("the token is unknown");
    await database().updateTable("sandboxes").set({ state }).where("id", "=", "sbx_1").execute();
    const isValid = state !== "ended";
    expect((await tokens.find(token)) !== undefined).toBe(isValid);
    expect(await tokens.isValid(found.boxTokenId)).toBe(isValid);
    expect((await tokens.list(ada, "sbx_1")).length).toBe(isValid ? 1 : 0);
  });

  test("ends with its sandbox, membership or API key", async () => {
    const { time, tokens } = await open({ keyEndsAt: 5_000 });
    const byAda = (await tokens.issue(ada, "sbx_1", { rights: ["view"] })).token;
    const byKey = (await tokens.issue(program, "sbx_1", { rights: ["view"] })).token;
    time.now = 5_000;
    expect([await tokens.find(byAda), await tokens.find(byKey)]).toEqual([expect.anything(), undefined]);
    time.now = 4_999;
    expect(await tokens.find(byKey)).toMatchObject({ endsAt: 5_000 });
    await database().deleteFrom("apiKeys").where("id", "=", "key_1").execute();
    expect([await tokens.find(byAda), await tokens.find(byKey)]).toEqual([expect.anything(), undefined]);
    await database().deleteFrom("memberships").execute();
    expect(await tokens.find(byAda)).toBeUndefined();
    await database().deleteFrom("organizations").execute();
    expect(await database().selectFrom("boxTokens").selectAll().execute()).toEqual([]);
  });

  test("ends with the secret of its API key", async () => {
    const { time, tokens } = await open();
    const keys = createApiKeyService(
      {
        store: createApiKeyStore(database()),
        organizations: { requireMember: async () => undefined },
        box: createSecretBox("a secret of the server, for tests"),
        accessChanges: { announce: () => undefined },
        log: { error: () => expect.fail() },
      },
      () => time.now,
    );
    const owner = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
    const made = await keys.create(owner, "org_1", { name: "another", scope: "drive" });
    const issue = async (secret: string) => {
      const caller = await keys.find(secret);
      if (!caller) throw new Error("the key is unknown");
      return tokens.issue(caller, "sbx_1", { rights: ["shell"], expiresInMs: 60_000 });
    };
    const endOf = async (token: string) => {
      const found: Caller | undefined = await tokens.find(token);
      return found?.endsAt;
    };
    const first = await issue(made.key);
    expect(await endOf(first.token)).toBe(61_000);

    const second = await keys.rotate(owner, "org_1", made.id, 10_000);
    const [late, fresh] = [await issue(made.key), await issue(second.key)];
    expect(late.expiresAt).toBe(11_000);
    expect([await endOf(first.token), await endOf(late.token), await endOf(fresh.token)]).toEqual([
      11_000, 11_000, 61_000,
    ]);
    const ends = (await tokens.list(ada, "sbx_1")).map(({ expiresAt }) => Date.parse(expiresAt));
    expect(ends.toSorted((a, b) => a - b)).toEqual([11_000, 11_000, 61_000]);

    time.now = 11_000;
    expect([await endOf(first.token), await endOf(late.token), await endOf(fresh.token)]).toEqual([
      undefined,
      undefined,
      61_000,
    ]);
    await keys.rotate(owner, "org_1", made.id, 0);
    expect([await endOf(fresh.token), await tokens.list(ada, "sbx_1")]).toEqual([undefined, []]);
  });

  test("creates no other token; new ones replace the oldest", async () => {
    const { time, tokens } = await open();
    const first = (await tokens.issue(ada, "sbx_1", { rights: ["shell"] })).token;
    const holder = await tokens.find(first);
    if (!holder) throw new Error("it is not known");
    await expect(tokens.issue(holder, "sbx_1", { rights: ["view"] })).rejects.toMatchObject({ code: "scope_required" });
    for (let count = 0; count < 200; count += 1) {
      time.now += 1;
      await tokens.issue(ada, "sbx_1", { rights: ["view"] });
    }
    expect(await tokens.find(first)).toBeUndefined();
    const { count } = await database()
      .selectFrom("boxTokens")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(200);
  });
});
