import { expect, test } from "vitest";
import { caller, DAY_MS, MINUTE_MS, openSandboxes } from "../testing/open-sandboxes.ts";
import { toSandboxDetails } from "./wire.ts";

test("stop frees the device and start resumes the same sandbox", async () => {
  const { sandboxes, devices, time, told, create } = await openSandboxes();
  const { id } = await create(5 * MINUTE_MS);
  time.now += MINUTE_MS;
  expect(await sandboxes.stop(caller, id, true)).toMatchObject({ state: "stopped" });
  expect([devices.running.has(id), devices.stopped.has(id)]).toEqual([false, true]);
  expect(told.closedSessions).toEqual([`${id}: it was stopped`]);
  expect(told.kept).toEqual([[id, 5555]]);
  await expect(sandboxes.requireDevice(caller, id)).rejects.toThrow("it was stopped");
  expect(await sandboxes.stop(caller, id, true)).toMatchObject({ state: "stopped" });
  time.now += 10 * MINUTE_MS;
  await sandboxes.expire();
  const started = await sandboxes.start(caller, id, true);
  expect(started).toMatchObject({ id, state: "running", startedAt: time.now, expiresAt: time.now + 4 * MINUTE_MS });
  expect(await sandboxes.requireDevice(caller, id)).toMatchObject({ address: { port: 5557 } });
  expect(await sandboxes.start(caller, id, true)).toMatchObject({ state: "running" });
  await sandboxes.terminate(caller, id);
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "sandbox_not_running" });
});

test("a start waits for the stop before it", async () => {
  const { sandboxes, devices, create } = await openSandboxes();
  const { id } = await create();
  const stopped = Promise.withResolvers<void>();
  devices.whileStopping(() => stopped.promise);
  expect(await sandboxes.stop(caller, id, false)).toMatchObject({ state: "stopping" });
  const starting = sandboxes.start(caller, id, true);
  stopped.resolve();
  expect(await starting).toMatchObject({ state: "running" });
});

test("stops a device with failed files once and keeps them", async () => {
  const { sandboxes, devices, told, create, stateOf } = await openSandboxes();
  const { id } = await create();
  const stops = Promise.withResolvers<void>();
  devices.whileStopping(async () => stops.resolve());
  devices.strand(id);
  await stops.promise;
  devices.strand(id);
  await expect.poll(() => stateOf(id)).toMatchObject({ state: "stopped" });
  expect(devices.stopped.has(id)).toBe(true);
  expect(told.closedSessions).toEqual([`${id}: its files failed`]);
  expect(await sandboxes.start(caller, id, true)).toMatchObject({ state: "running" });
});

test("reports the original lifetime after stops and starts", async () => {
  const { sandboxes, time, create } = await openSandboxes();
  const { id } = await create(5 * MINUTE_MS);
  time.now += MINUTE_MS;
  await sandboxes.stop(caller, id, true);
  await sandboxes.start(caller, id, true);
  await sandboxes.stop(caller, id, true);
  await sandboxes.terminate(caller, id);
  const ended = await sandboxes.get(caller, id);
  expect(toSandboxDetails(ended)).toMatchObject({ status: "Terminated", expiresIn: `${5 * MINUTE_MS}ms` });
});

test("a stopped sandbox counts, and ends after its retention", async () => {
  const { sandboxes, devices, time, create, stateOf } = await openSandboxes();
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  expect(await sandboxes.quotaOf(caller, "org_1")).toMatchObject({ count: 1 });
  time.now += DAY_MS - 1;
  await sandboxes.expire();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
  time.now += 1;
  await sandboxes.expire();
  expect(await stateOf(id)).toEqual({ state: "ended", endReason: "expiry" });
  expect(devices.stopped.size).toBe(0);
});

test("a failed start leaves the sandbox stopped with its data", async () => {
  const { sandboxes, devices, create, stateOf } = await openSandboxes();
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  devices.whileStarting(() => Promise.reject(new Error("no memory")));
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "device_start_failed" });
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
  devices.whileStarting(async () => {});
  expect(await sandboxes.start(caller, id, true)).toMatchObject({ state: "running" });
});

test("a sandbox ended during its start is no device failure", async () => {
  const { sandboxes, devices, create } = await openSandboxes();
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  devices.whileStarting(async () => {
    await sandboxes.terminate(caller, id);
    throw new Error("it was destroyed while it started");
  });
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "sandbox_not_running" });
});

test("a used-up budget blocks starts of stopped sandboxes", async () => {
  const { sandboxes, devices, rules, create, stateOf } = await openSandboxes();
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  rules.isBudgetReached = true;
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "budget_exceeded" });
  expect([await stateOf(id), devices.running.size]).toEqual([{ state: "stopped", endReason: null }, 0]);
});

test("retries a failed device stop, unused and unmetered meanwhile", async () => {
  const { sandboxes, devices, create, stateOf } = await openSandboxes();
  const { id } = await create();
  devices.setStuck(true);
  await expect(sandboxes.stop(caller, id, true)).rejects.toThrow("no file descriptors");
  expect(await stateOf(id)).toMatchObject({ state: "stopping" });
  await expect(sandboxes.start(caller, id, true)).rejects.toMatchObject({ code: "sandbox_not_running" });
  devices.setStuck(false);
  await sandboxes.makeUp();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
});

test("a retry does not repeat a stop in progress", async () => {
  const { sandboxes, devices, create, stateOf } = await openSandboxes();
  const { id } = await create();
  const [first, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = [first.promise, later.promise];
  devices.whileStopping(() => waits.shift() ?? Promise.resolve());
  const stopping = sandboxes.stop(caller, id, true);
  await expect.poll(() => waits.length).toBe(1);
  const madeUp = sandboxes.makeUp();
  first.resolve();
  await stopping;
  const ready = Promise.withResolvers<void>();
  devices.whileStarting(() => ready.promise);
  const starting = sandboxes.start(caller, id, true);
  await expect.poll(async () => (await stateOf(id)).state).toBe("resuming");
  later.resolve();
  await madeUp;
  ready.resolve();
  expect(await starting).toMatchObject({ state: "running" });
  expect([await stateOf(id), devices.running.has(id)]).toEqual([{ state: "running", endReason: null }, true]);
});

test("a start reported lost elsewhere leaves the sandbox stopped", async () => {
  const { sandboxes, devices, restart, create, stateOf } = await openSandboxes();
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  const ready = Promise.withResolvers<void>();
  devices.whileStarting(() => ready.promise);
  const starting = sandboxes.start(caller, id, true);
  await expect.poll(async () => (await stateOf(id)).state).toBe("resuming");
  await restart().reconcile();
  ready.resolve();
  await expect(starting).rejects.toThrow("it was stopped");
  expect([await stateOf(id), devices.stopped.has(id)]).toEqual([{ state: "stopped", endReason: null }, true]);
});

test("a killed server loses no sandbox it stops or starts", async () => {
  const { sandboxes, devices, restart, create, stateOf } = await openSandboxes();
  const [first, second] = [await create(), await create()];
  await sandboxes.stop(caller, first.id, true);
  devices.whileStarting(() => new Promise(() => {}));
  void sandboxes.start(caller, first.id, true);
  devices.setStuck(true);
  await sandboxes.stop(caller, second.id, true).catch(() => undefined);
  await expect.poll(async () => (await stateOf(first.id)).state).toBe("resuming");
  devices.setStuck(false);

  const restarted = restart();
  await restarted.reconcile();
  expect(await stateOf(first.id)).toMatchObject({ state: "stopped" });
  expect(await stateOf(second.id)).toMatchObject({ state: "stopped" });
  devices.whileStarting(async () => {});
  for (const { id } of [first, second])
    expect(await restarted.start(caller, id, true)).toMatchObject({ state: "running" });
});

test("stopped sandboxes survive a clean shutdown without a crash", async () => {
  const { sandboxes, devices, create, stateOf } = await openSandboxes();
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  devices.crash(id);
  await sandboxes.shutdown();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
});

test("a clean shutdown stops the devices it was starting", async () => {
  const { sandboxes, devices, create, stateOf } = await openSandboxes();
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  devices.whileStarting(() => new Promise(() => {}));
  void sandboxes.start(caller, id, true);
  await expect.poll(async () => (await stateOf(id)).state).toBe("resuming");
  await sandboxes.shutdown();
  expect(await stateOf(id)).toMatchObject({ state: "stopped" });
});
