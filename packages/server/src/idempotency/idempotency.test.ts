import { setTimeout } from "node:timers/promises";
import { IDEMPOTENCY_KEY } from "@terrarium/contract/limits";
import { createLoneReplica } from "@terrarium/platform/replicas/service";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertTeam } from "@terrarium/platform/testing/test-users";
import { expect, test } from "vitest";
import { createIdempotencyService, type RepeatableCall } from "./service.ts";
import { createIdempotencyStore } from "./store.ts";

const ada = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const program = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "manage" } as const;
const call = (changes: Partial<RepeatableCall> = {}): RepeatableCall => ({
  caller: ada,
  organizationId: "org_1",
  key: "k1",
  name: "create",
  body: { name: "a" },
  ...changes,
});

/** Creates things, each identified by its id, and counts them. */
function createWorkshop() {
  const made: string[] = [];
  let ids = 0;
  return {
    made,
    newId: () => `thing_${++ids}`,
    make: async (id: string) => {
      made.push(id);
      return { id };
    },
    find: async (id: string) => (made.includes(id) ? { id } : undefined),
  };
}

describeOnBothDatabases("idempotency keys", (database) => {
  const open = (clock = { now: 1_000_000_000 }) =>
    createIdempotencyService(createIdempotencyStore(database()), createLoneReplica(), () => clock.now);

  test("makes the same call once, concurrently, later and after restart", async () => {
    await insertTeam(database());
    const workshop = createWorkshop();
    const service = open();
    const first = { answer: { id: "thing_1" }, isReplayed: false };
    const again = { ...first, isReplayed: true };
    const together = await Promise.all([service.once(call(), workshop), service.once(call(), workshop)]);
    // Either call may reach the database first.
    expect(together.toSorted((a, b) => Number(a.isReplayed) - Number(b.isReplayed))).toEqual([first, again]);
    expect(await service.once(call(), workshop)).toEqual(again);
    expect(await open().once(call(), workshop)).toEqual(again);
    expect(workshop.made).toEqual(["thing_1"]);
  });

  test("repeats a call without a key or with another", async () => {
    await insertTeam(database());
    const workshop = createWorkshop();
    const service = open();
    for (const changes of [{}, { key: undefined }, { key: undefined }, { key: "k2" }, { caller: program }])
      expect((await service.once(call(changes), workshop)).isReplayed).toBe(false);
    expect(workshop.made).toHaveLength(5);
  });

  test("rejects another call with the same key", async () => {
    await insertTeam(database());
    const workshop = createWorkshop();
    const service = open();
    const conflict = { code: "idempotency_conflict" };
    const first = service.once(call(), workshop);
    await expect(service.once(call({ body: { name: "b" } }), workshop)).rejects.toMatchObject(conflict);
    await first;
    await expect(service.once(call({ body: { name: "b" } }), workshop)).rejects.toMatchObject(conflict);
    await expect(service.once(call({ name: "delete" }), workshop)).rejects.toMatchObject(conflict);
    await expect(service.once(call({ organizationId: "org_2" }), workshop)).rejects.toMatchObject(conflict);
    expect(workshop.made).toHaveLength(1);
  });

  test("reports a failure to all waiting callers and allows retries", async () => {
    await insertTeam(database());
    const workshop = createWorkshop();
    const service = open();
    const failing = { ...workshop, make: () => Promise.reject(new Error("no device")) };
    const both = await Promise.allSettled([service.once(call(), failing), service.once(call(), failing)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await service.once(call(), workshop)).toMatchObject({ isReplayed: false });
  });

  test("finds work finished before a crash, or repeats it", async () => {
    await insertTeam(database());
    const workshop = createWorkshop();
    const endsBefore = { ...workshop, make: () => new Promise<never>(() => {}) };
    const endsAfter = { ...workshop, make: (id: string) => (workshop.made.push(id), new Promise<never>(() => {})) };
    void open().once(call(), endsAfter);
    void open().once(call({ key: "k2" }), endsBefore);
    const count = async () => (await database().selectFrom("idempotencyKeys").select("key").execute()).length;
    await expect.poll(count).toBe(2);
    await expect.poll(() => workshop.made.length).toBe(1);
    expect(await open().once(call(), workshop)).toEqual({ answer: { id: workshop.made[0] }, isReplayed: true });
    expect(await open().once(call({ key: "k2" }), workshop)).toMatchObject({ isReplayed: false });
    expect(workshop.made).toHaveLength(2);
  });

  test("one server does the work and others wait, unless it dies", async () => {
    await insertTeam(database());
    const workshop = createWorkshop();
    const alive = new Set(["a", "b", "c"]);
    const server = (id: string) =>
      createIdempotencyService(createIdempotencyStore(database()), { id, isAlive: async (other) => alive.has(other) });
    const [a, b, c] = [server("a"), server("b"), server("c")];
    const slow = { ...workshop, make: (id: string) => setTimeout(20, id).then(workshop.make) };
    const answers = await Promise.all([a, b, c].map((each) => each.once(call(), slow)));
    expect(workshop.made).toHaveLength(1);
    expect(new Set(answers.map(({ answer }) => answer.id))).toEqual(new Set(workshop.made));
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);

    void a.once(call({ key: "k2" }), { ...workshop, make: () => new Promise<never>(() => {}) });
    await expect
      .poll(() => database().selectFrom("idempotencyKeys").select("replicaId").where("key", "=", "k2").execute())
      .toEqual([{ replicaId: "a" }]);
    const waiting = [b, c].map((each) => each.once(call({ key: "k2" }), slow));
    alive.delete("a");
    const [one, other] = await Promise.all(waiting);
    expect(one?.answer).toEqual(other?.answer);
    expect(workshop.made).toHaveLength(2);
  });

  test("stops waiting for an unrecorded failure after the maximum time", async () => {
    await insertTeam(database());
    const clock = { now: 1_000_000_000 };
    const workshop = createWorkshop();
    const store = createIdempotencyStore(database());
    const away = { ...store, delete: () => Promise.reject(new Error("the database is away")) };
    const server = (id: string, its: typeof store) =>
      createIdempotencyService(its, { id, isAlive: async () => true }, () => clock.now);
    const failing = { ...workshop, make: () => Promise.reject(new Error("no device")) };
    await expect(server("a", away).once(call(), failing)).rejects.toThrow("the database is away");
    clock.now += 15 * 60_000 + 1;
    expect(await server("b", store).once(call(), workshop)).toMatchObject({ isReplayed: false });
    expect(workshop.made).toHaveLength(1);
  });

  test("keeps keys for a day, a team's newest thousand", async () => {
    await insertTeam(database());
    const clock = { now: 1_000_000_000 };
    const workshop = createWorkshop();
    const service = open(clock);
    await service.once(call(), workshop);
    clock.now += IDEMPOTENCY_KEY.keptMs + 1;
    expect((await service.once(call({ body: "another" }), workshop)).isReplayed).toBe(false);
    clock.now += IDEMPOTENCY_KEY.keptMs + 1;
    await service.forget();
    expect(await database().selectFrom("idempotencyKeys").selectAll().execute()).toEqual([]);
    const store = createIdempotencyStore(database());
    const record = {
      callerId: "usr_1",
      organizationId: "org_1",
      fingerprint: "",
      resourceId: "",
      answer: null,
      replicaId: null,
    };
    for (let n = 0; n < 12; n += 1) await store.put({ ...record, key: `key ${n}`, createdAt: n }, undefined, 10);
    const kept = await database().selectFrom("idempotencyKeys").select("createdAt").orderBy("createdAt").execute();
    expect(kept.map(({ createdAt }) => createdAt)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("deletes a team's keys with the team", async () => {
    await insertTeam(database());
    await open().once(call(), createWorkshop());
    await database().deleteFrom("organizations").execute();
    expect(await database().selectFrom("idempotencyKeys").selectAll().execute()).toEqual([]);
  });
});
