import { RUN_LIMITS } from "@terrarium/contract/limits";
import { createReplicaStore } from "@terrarium/platform/replicas/store";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertTeam } from "@terrarium/platform/testing/test-users";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createRunLeaseStore } from "./lease-store.ts";
import { createRunLeases } from "./run-leases.ts";

const LIMITS = { ...RUN_LIMITS, concurrentPerTeam: 3, concurrentPerUser: 4 };

describeOnBothDatabases("script leases over all servers", (database) => {
  async function startServer(replicaId: string) {
    const replicas = createReplicaStore(database());
    await replicas.see(replicaId, 0, 0);
    const store = createRunLeaseStore(database());
    const leases = createRunLeases({ store, replicaId, log: pino({ level: "silent" }) }, () => 1_000);
    return { ...leases, die: () => replicas.delete(replicaId) };
  }
  const count = async () => (await database().selectFrom("scriptRuns").select("id").execute()).length;

  test("enforce the limits of teams and users", async () => {
    await insertTeam(database());
    await database().insertInto("organizations").values({ id: "org_2", name: "Team", createdAt: 0 }).execute();
    const servers = [await startServer("a"), await startServer("b"), await startServer("c")];
    const take = async (team: string, n: number) => servers[n % 3]?.take({ team, user: "usr_1" }, LIMITS);
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => take("org_1", n)));
    const refusals = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason.code);
    expect(refusals).toEqual(["run_limit", "run_limit"]);
    expect(servers.reduce((sum, each) => sum + each.heldCount(), 0)).toBe(3);
    const giveBack = await take("org_2", 0);
    await expect(take("org_2", 1)).rejects.toMatchObject({ code: "user_run_limit" });
    giveBack?.();
    await expect.poll(count).toBe(3);
    await take("org_2", 1);
  });

  test("expire with a dead server", async () => {
    const [dying, other] = [await startServer("a"), await startServer("b")];
    for (let n = 0; n < 3; n += 1) await dying.take({ team: "org_1", user: undefined }, LIMITS);
    await expect(other.take({ team: "org_1", user: undefined }, LIMITS)).rejects.toMatchObject({ code: "run_limit" });
    await dying.die();
    await other.take({ team: "org_1", user: undefined }, LIMITS);
    expect(await count()).toBe(1);
  });

  test("are released later after a database failure", async () => {
    const replicas = createReplicaStore(database());
    await replicas.see("a", 0, 0);
    const store = createRunLeaseStore(database());
    const broken = { isAway: true };
    const remove = (id: string) => (broken.isAway ? Promise.reject(new Error("away")) : store.delete(id));
    const log = pino({ level: "silent" });
    const leases = createRunLeases({ store: { ...store, delete: remove }, replicaId: "a", log }, () => 1_000);
    (await leases.take({ team: "org_1", user: undefined }, LIMITS))();
    await expect(leases.makeUp()).rejects.toThrow("away");
    expect(await count()).toBe(1);
    broken.isAway = false;
    await leases.makeUp();
    expect(await count()).toBe(0);
  });
});
