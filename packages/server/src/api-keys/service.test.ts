import type { SessionCaller } from "@terrarium/platform/base/caller";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertTeam } from "@terrarium/platform/testing/test-users";
import { expect, test } from "vitest";
import { createApiKeyService } from "./service.ts";
import { createApiKeyStore } from "./store.ts";

const MINUTE_MS = 60_000;
const ada: SessionCaller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };

describeOnBothDatabases("API keys", (database) => {
  let now = 0;
  const announced: number[] = [];
  async function open() {
    now = 1_000_000;
    announced.length = 0;
    await insertTeam(database());
    const parts = {
      store: createApiKeyStore(database()),
      organizations: { requireMember: async () => undefined },
      box: createSecretBox("a secret of the server, for tests"),
      accessChanges: { announce: () => void announced.push(now) },
      log: { error: () => expect.fail() },
    };
    return createApiKeyService(parts, () => now);
  }

  test("identify the caller and its scope until they expire", async () => {
    const keys = await open();
    const lasting = await keys.create(ada, "org_1", { name: "lasting", scope: "read" });
    const short = await keys.create(ada, "org_1", { name: "short", scope: "manage", expiresIn: MINUTE_MS });
    expect([lasting.expiresAt, short.expiresAt]).toEqual([null, new Date(now + MINUTE_MS).toISOString()]);
    expect(await keys.find(lasting.key)).toMatchObject({ kind: "api-key", apiKeyId: lasting.id, scope: "read" });
    now += MINUTE_MS - 1;
    const end = { endsAt: now + 1, endsInMs: 1 };
    expect(await keys.find(short.key)).toMatchObject({ scope: "manage", createdBy: "usr_1", ...end });
    now += 1;
    await expect(keys.find(short.key)).rejects.toMatchObject({ code: "api_key_expired", status: 401 });
    expect(await keys.find(lasting.key)).toBeDefined();
  });

  test("a team gets one first key, and others on request", async () => {
    const keys = await open();
    await database().insertInto("organizations").values({ id: "org_2", name: "New", createdAt: 0 }).execute();
    const first = () => keys.create(ada, "org_2", { name: "key1", scope: "manage", onlyFirst: true });
    const asked = await Promise.allSettled([first(), first(), first()]);
    const refused = asked.flatMap((it) => (it.status === "rejected" ? [it.reason.code] : []));
    expect(refused).toEqual(["had_api_keys", "had_api_keys"]);
    const made = async () => (await keys.list(ada, "org_2")).map(({ name }) => name);
    for (const { id } of await keys.list(ada, "org_2")) await keys.delete(ada, "org_2", id);
    await expect(first()).rejects.toMatchObject({ code: "had_api_keys" });
    expect(await made()).toEqual([]);
    await keys.create(ada, "org_2", { name: "asked-for", scope: "manage" });
    expect(await made()).toEqual(["asked-for"]);
  });

  test("get a new secret; the old one expires as requested", async () => {
    const keys = await open();
    const { id, key: first } = await keys.create(ada, "org_1", { name: "key", scope: "drive" });
    const second = await keys.rotate(ada, "org_1", id, 5 * MINUTE_MS);
    expect(second).toMatchObject({ id, scope: "drive", oldSecretUntil: new Date(now + 5 * MINUTE_MS).toISOString() });
    expect(announced).toHaveLength(1);
    for (const secret of [first, second.key]) expect(await keys.find(secret)).toMatchObject({ apiKeyId: id });
    now += 5 * MINUTE_MS;
    expect(await keys.find(first)).toBeUndefined();
    expect(await keys.find(second.key)).toBeDefined();

    const third = await keys.rotate(ada, "org_1", id, 0);
    expect(third.oldSecretUntil).toBeNull();
    for (const secret of [first, second.key]) expect(await keys.find(secret)).toBeUndefined();
    expect((await keys.list(ada, "org_1")).at(-1)).toEqual(third);
    await expect(keys.rotate(ada, "org_2", id, 0)).rejects.toMatchObject({ code: "api_key_not_found" });
  });

  test("end by their own team's deletion, which is announced", async () => {
    const keys = await open();
    const { id, key } = await keys.create(ada, "org_1", { name: "key", scope: "drive" });
    await expect(keys.delete(ada, "org_2", id)).rejects.toMatchObject({ code: "api_key_not_found" });
    expect([await keys.find(key), announced]).toMatchObject([{ apiKeyId: id }, []]);
    await keys.delete(ada, "org_1", id);
    expect([await keys.find(key), announced]).toEqual([undefined, [now]]);
  });

  test("record their last use at most once a minute", async () => {
    const keys = await open();
    const { key } = await keys.create(ada, "org_1", { name: "key", scope: "drive" });
    const lastUsed = async () => (await keys.list(ada, "org_1")).at(-1)?.lastUsedAt;
    const use = async () => {
      await keys.find(key);
      await keys.flush();
    };
    await keys.flush();
    expect(await lastUsed()).toBeNull();
    const first = new Date(now).toISOString();
    for (const passedMs of [0, 1, MINUTE_MS - 2]) {
      now += passedMs;
      await use();
      expect(await lastUsed()).toBe(first);
    }
    now += 1;
    await use();
    expect(await lastUsed()).toBe(new Date(now).toISOString());
  });
});
