import { expect, test } from "vitest";
import { caller, DAY_MS, MINUTE_MS, openSandboxes } from "../testing/open-sandboxes.ts";
import type { SandboxStore } from "./store.ts";

/** Creates a store with one failing method: it fails before it acts, or after it acted but without a result. */
function breakStore() {
  const broken: { before?: string | undefined; after?: string | undefined } = {};
  const change = (store: SandboxStore) =>
    new Proxy(store, {
      get(target, name: keyof SandboxStore) {
        const method = target[name] as (...args: unknown[]) => Promise<unknown>;
        if (name === broken.before) return () => Promise.reject(new Error("the database is away"));
        if (name !== broken.after) return method;
        return (...args: unknown[]) => method(...args).then(() => Promise.reject(new Error("the connection was lost")));
      },
    });
  return { broken, change };
}

test("a sandbox expires its lifetime after it became ready", async () => {
  const { sandboxes, devices, time, told, create, stateOf } = await openSandboxes();
  devices.whileStarting(async () => void (time.now += 3_000));
  const { id, expiresAt } = await create(5 * MINUTE_MS);
  expect(expiresAt).toBe(time.now + 5 * MINUTE_MS);
  time.now = expiresAt - 1;
  await sandboxes.expire();
  expect(await stateOf(id)).toEqual({ state: "running", endReason: null });
  time.now = expiresAt;
  await sandboxes.expire();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "expiry" });
  expect(devices.running.size).toBe(0);
  expect(told.closedSessions).toEqual([`${id}: its lifetime is over`]);
  await expect(sandboxes.requireDevice(caller, id)).rejects.toMatchObject({
    code: "sandbox_not_running",
    message: expect.stringContaining("its lifetime is over"),
  });
});

test("saves a sandbox's data before its end is announced", async () => {
  const { sandboxes, devices, told, create } = await openSandboxes();
  const [deleted, crashed] = [await create(), await create()];
  await sandboxes.terminate(caller, deleted.id);
  devices.crash(crashed.id);
  await expect
    .poll(() => told.kept)
    .toEqual([
      [deleted.id, 5555],
      [crashed.id, undefined],
    ]);
  await sandboxes.terminate(caller, deleted.id);
  expect(told.kept).toHaveLength(2);
});

test("removes or stops a device while its session closes", async () => {
  const { sandboxes, devices, rules, create } = await openSandboxes();
  const [deleted, stopped] = [await create(), await create()];
  const closed = Promise.withResolvers<void>();
  rules.sessionsClose = closed.promise;
  const ends = [sandboxes.terminate(caller, deleted.id), sandboxes.stop(caller, stopped.id, true)];
  await expect.poll(() => [...devices.running]).toEqual([]);
  closed.resolve();
  await Promise.all(ends);
});

test("an ended sandbox stays listed for a day", async () => {
  const { sandboxes, time, create, stateOf } = await openSandboxes();
  const { id } = await create();
  await sandboxes.terminate(caller, id);
  time.now += DAY_MS;
  await sandboxes.forget();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "user" });
  time.now += 1;
  await sandboxes.forget();
  await expect(sandboxes.get(caller, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
});

test("a device that ends by itself ends its sandbox", async () => {
  const { devices, create, stateOf } = await openSandboxes();
  const { id } = await create();
  devices.crash(id);
  await expect.poll(() => stateOf(id)).toEqual({ state: "ended", endReason: "crash" });
});

test("retries unrecorded ends, so no sandbox runs forever", async () => {
  const { broken, change } = breakStore();
  const { sandboxes, devices, database, create } = await openSandboxes({ change });
  const lasting = await create();
  broken.before = "markRunning";
  await expect(create()).rejects.toMatchObject({ code: "device_start_failed" });
  const rows = () => database.selectFrom("sandboxes").select(["state", "endReason"]).orderBy("number").execute();
  expect((await rows())[1]).toEqual({ state: "ended", endReason: "start_failed" });

  broken.before = "markEnded";
  await expect(sandboxes.terminate(caller, lasting.id)).rejects.toThrow("the database is away");
  // The device is removed all the same: on a full disk that frees space.
  expect([...devices.running]).toEqual([]);
  await expect(sandboxes.makeUp()).rejects.toThrow("the database is away");
  expect((await rows())[0]).toEqual({ state: "running", endReason: null });
  broken.before = undefined;
  await sandboxes.makeUp();
  expect((await rows())[0]).toEqual({ state: "ended", endReason: "user" });
});

test("an unrecorded end blocks neither start nor shutdown", async () => {
  const { devices, restart, create, stateOf } = await openSandboxes();
  const [gone, running] = [await create(), await create()];
  devices.running.delete(gone.id);
  const restarted = restart({ markEnded: () => Promise.reject(new Error("the disk is full")) });
  await restarted.reconcile();
  expect(await stateOf(running.id)).toEqual({ state: "running", endReason: null });
  await restarted.shutdown();
  expect([...devices.running]).toEqual([]);
});

test("retries the removal of a device", async () => {
  const { sandboxes, devices, create } = await openSandboxes();
  const { id } = await create();
  devices.setStuck(true);
  await sandboxes.terminate(caller, id);
  expect([...devices.running.keys()]).toEqual([id]);
  devices.setStuck(false);
  await sandboxes.makeUp();
  expect([...devices.running.keys()]).toEqual([]);
});

test("cleans up after writes that succeeded without a reply", async () => {
  const { broken, change } = breakStore();
  const { sandboxes, devices, database, create } = await openSandboxes({ change });
  const ended = await create();
  broken.after = "markEnded";
  await expect(sandboxes.terminate(caller, ended.id)).rejects.toThrow("the connection was lost");
  broken.after = "insertWithin";
  await expect(create()).rejects.toThrow("the connection was lost");
  broken.after = undefined;
  await sandboxes.makeUp();
  expect([...devices.running]).toEqual([]);
  const rows = await database.selectFrom("sandboxes").select("endReason").orderBy("number").execute();
  expect(rows).toEqual([{ endReason: "user" }, { endReason: "start_failed" }]);
});
