import type { StoppedDeviceSpec } from "@terrarium/device-providers/provider";
import { createMemoryDevices } from "@terrarium/device-providers/testing/memory-devices";
import { expect, test } from "vitest";
import { adbKey, caller, openSandboxes } from "../testing/open-sandboxes.ts";

test("adopts running devices after a restart and expires them", async () => {
  const { time, restart, create, stateOf } = await openSandboxes();
  const { id, expiresAt } = await create();
  const restarted = restart();
  await restarted.reconcile();
  expect(await restarted.requireDevice(caller, id)).toMatchObject({
    address: { port: 5556 },
    adbPrivateKeyPem: adbKey.privateKeyPem,
  });
  time.now = expiresAt;
  await restarted.expire();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "expiry" });
});

test("settles sandboxes and devices after a restart", async () => {
  const { devices, restart, create, stateOf } = await openSandboxes();
  const crashed = await create();
  devices.running.delete(crashed.id);
  devices.running.set("sbx_orphan", { ...({} as StoppedDeviceSpec), sandboxId: "sbx_orphan" });
  let startingId = "";
  // Never ready, because the server is killed first.
  devices.whileStarting(({ sandboxId }) => {
    startingId = sandboxId;
    devices.running.set(sandboxId, {} as StoppedDeviceSpec);
    return new Promise(() => {});
  });
  void create();
  await expect.poll(() => startingId).not.toBe("");

  const restarted = restart();
  await restarted.reconcile();
  expect(await stateOf(crashed.id)).toEqual({ state: "ended", endReason: "crash" });
  expect(await stateOf(startingId)).toEqual({ state: "ended", endReason: "start_failed" });
  expect(devices.running.size).toBe(0);
});

test("ends a device lost after its lifetime as expired", async () => {
  const { devices, time, restart, create, stateOf } = await openSandboxes();
  const { id, expiresAt } = await create();
  devices.running.delete(id);
  time.now = expiresAt;
  await restart().reconcile();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "expiry" });
});

test("meters a device lost at start until last seen", async () => {
  const { devices, database, time, restart, create } = await openSandboxes();
  const [gone, adopted] = [await create(), await create()];
  const startedAt = time.now;
  await database
    .updateTable("usageIntervals")
    .set({ seenAt: startedAt + 1_000 })
    .execute();
  devices.running.delete(gone.id);
  time.now += 60_000;
  const restarted = restart();
  await restarted.reconcile();
  const intervals = await database.selectFrom("usageIntervals").select(["sandboxId", "endedAt"]).execute();
  expect(Object.fromEntries(intervals.map((it) => [it.sandboxId, it.endedAt]))).toEqual({
    [gone.id]: startedAt + 1_000,
    [adopted.id]: null,
  });
});

test("a shutdown ends everything and blocks creation", async () => {
  const { sandboxes, devices, database, create, stateOf } = await openSandboxes();
  const { id } = await create();
  let release = () => {};
  devices.whileStarting(() => new Promise<void>((resolve) => (release = resolve)));
  const outcome = create().catch((error: unknown) => error);
  await expect
    .poll(() => database.selectFrom("sandboxes").select("id").where("state", "=", "starting").execute())
    .toHaveLength(1);

  await sandboxes.shutdown();
  release();
  expect(await outcome).toMatchObject({ code: "sandbox_not_running" });
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "shutdown" });
  await expect(create()).rejects.toMatchObject({ code: "shutting_down" });
  expect(devices.running.size).toBe(0);
});

test("a shutdown keeps a shared provider's running devices", async () => {
  const { sandboxes, devices, restart, create } = await openSandboxes({ devices: createMemoryDevices(true) });
  const { id } = await create();
  const started = Promise.withResolvers<void>();
  let release = () => {};
  devices.whileStarting(() => {
    started.resolve();
    return new Promise<void>((resolve) => (release = resolve));
  });
  const outcome = create().catch((error: unknown) => error);
  await started.promise;
  await sandboxes.shutdown();
  release();
  expect(await outcome).toMatchObject({ code: "sandbox_not_running" });
  expect([...devices.running.keys()]).toEqual([id]);

  const restarted = restart();
  await restarted.reconcile();
  expect(await restarted.requireDevice(caller, id)).toMatchObject({ sandboxId: id });
});
