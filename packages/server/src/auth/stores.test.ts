import type { Database } from "@terrarium/platform/db/database";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test } from "vitest";
import { createLocalIdentityStore } from "./local-identity-store.ts";
import { createSessionService } from "./session-service.ts";
import { createSessionStore } from "./session-store.ts";

const DAY_MS = 24 * 60 * 60_000;

async function openSessions(database: Database) {
  const user = { id: "usr_1", provider: "github", providerUserId: "1", name: "Ada", avatar: null, inviteCode: null };
  await database
    .insertInto("users")
    .values({ ...user, createdAt: 0, updatedAt: 0 })
    .execute();
  const time = { now: 1_000 * DAY_MS };
  return { time, sessions: createSessionService(createSessionStore(database), () => time.now) };
}

describeOnBothDatabases("sign-in stores", (database) => {
  test("finds a session by its token without storing the token", async () => {
    const { sessions } = await openSessions(database());
    const token = await sessions.start("usr_1");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await sessions.find(token)).toMatchObject({ kind: "session", userId: "usr_1" });
    expect(await sessions.find(token.slice(1))).toBeUndefined();
    const rows = await database().selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("records a session's use at most once an hour", async () => {
    const { sessions, time } = await openSessions(database());
    const token = await sessions.start("usr_1");
    const startedAt = time.now;
    const expiry = async () =>
      (await database().selectFrom("sessions").select("expiresAt").executeTakeFirst())?.expiresAt;
    time.now += 60 * 60_000;
    await sessions.find(token);
    expect(await expiry()).toBe(startedAt + 30 * DAY_MS);
    time.now += 1;
    await sessions.find(token);
    expect(await expiry()).toBe(time.now + 30 * DAY_MS);
  });

  test("a session ends 30 days after its last use", async () => {
    const { sessions, time } = await openSessions(database());
    const token = await sessions.start("usr_1");
    time.now += 29 * DAY_MS;
    expect(await sessions.find(token)).toBeDefined();
    time.now += 29 * DAY_MS;
    expect(await sessions.find(token)).toBeDefined();
    time.now += 30 * DAY_MS;
    expect(await sessions.find(token)).toBeUndefined();
    await sessions.removeExpired();
    expect(await database().selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  test("revoking a session keeps the user's others", async () => {
    const { sessions } = await openSessions(database());
    const [first, second] = [await sessions.start("usr_1"), await sessions.start("usr_1")];
    const caller = await sessions.find(first);
    await sessions.revoke(caller?.sessionId ?? "");
    expect(await sessions.find(first)).toBeUndefined();
    expect(await sessions.find(second)).toBeDefined();
  });

  test("offers each local name once, latest first, in any case", async () => {
    let now = 0;
    const store = createLocalIdentityStore(database(), () => ++now);
    await store.remember("github", "ada");
    await store.remember("github", "grace");
    await store.remember("google", "linus");
    await store.remember("github", "Ada");
    expect(await store.recent("github", 8)).toEqual(["Ada", "grace"]);
    expect(await store.recent("github", 1)).toEqual(["Ada"]);
  });
});
