import { expect, test } from "vitest";
import { caller, MINUTE_MS, openSandboxes } from "../testing/open-sandboxes.ts";

test("use extends a sandbox by keepAlive within the plan", async () => {
  const { sandboxes, time } = await openSandboxes();
  const keepAliveMs = 5 * MINUTE_MS;
  const request = { lifetimeMs: keepAliveMs, keepAliveMs, metadata: {} };
  const { id, startedAt } = await sandboxes.create(caller, request);
  const expiryOf = async () => (await sandboxes.get(caller, id)).expiresAt - time.now;
  time.now += 3 * MINUTE_MS;
  await sandboxes.requireDevice(caller, id, "look");
  expect(await expiryOf()).toBe(2 * MINUTE_MS);
  await sandboxes.requireDevice(caller, id);
  expect(await expiryOf()).toBe(keepAliveMs + 10_000);
  time.now += 10_000;
  await sandboxes.requireDevice(caller, id);
  expect(await expiryOf()).toBe(keepAliveMs);
  const release = sandboxes.holdOpen(id);
  time.now += MINUTE_MS;
  await sandboxes.useHeld();
  expect(await expiryOf()).toBe(keepAliveMs + 10_000);
  release();
  time.now += MINUTE_MS;
  await sandboxes.useHeld();
  expect(await expiryOf()).toBe(keepAliveMs + 10_000 - MINUTE_MS);
  while (time.now < startedAt + 58 * MINUTE_MS) {
    time.now += 3 * MINUTE_MS;
    await sandboxes.requireDevice(caller, id);
  }
  expect((await sandboxes.get(caller, id)).expiresAt).toBe(startedAt + 60 * MINUTE_MS);
});

test.each([
  ["view", false],
  ["input", true],
] as const)("is kept alive by a link with the right %s: %s", async (right, isKept) => {
  const { sandboxes, time } = await openSandboxes();
  const keepAliveMs = 5 * MINUTE_MS;
  const { id, organizationId } = await sandboxes.create(caller, { lifetimeMs: keepAliveMs, keepAliveMs, metadata: {} });
  const madeBy = { actorKind: "user", actorId: "usr_1" } as const;
  const link = {
    kind: "box-token",
    boxTokenId: "bxt_1",
    sandboxId: id,
    organizationId,
    rights: [right],
    madeBy,
  } as const;
  time.now += 3 * MINUTE_MS;
  await sandboxes.requireDevice(link, id);
  const leftMs = (await sandboxes.get(caller, id)).expiresAt - time.now;
  expect(leftMs > 2 * MINUTE_MS).toBe(isKept);
});

test("extends from now, never shortens, and respects the plan", async () => {
  const { sandboxes, time, rules, create } = await openSandboxes();
  const { id } = await create(5 * MINUTE_MS);
  time.now += MINUTE_MS;
  expect(await sandboxes.extend(caller, id, 10 * MINUTE_MS)).toMatchObject({ expiresAt: time.now + 10 * MINUTE_MS });
  expect(await sandboxes.extend(caller, id, MINUTE_MS)).toMatchObject({ expiresAt: time.now + 10 * MINUTE_MS });
  await expect(sandboxes.extend(caller, id, 60 * MINUTE_MS)).rejects.toThrow("at most 3540s are left of the 60m");
  await expect(sandboxes.extend(caller, id, 61 * MINUTE_MS)).rejects.toThrow("to 60m on your plan");
  rules.plan = "pro";
  await sandboxes.extend(caller, id, 60 * MINUTE_MS);
  await sandboxes.stop(caller, id, true);
  await sandboxes.extend(caller, id, 2 * 60 * MINUTE_MS);
  const started = await sandboxes.start(caller, id, true);
  expect(started.expiresAt).toBe(time.now + 2 * 60 * MINUTE_MS);
});

test("holds a sandbox until the last holder releases it", async () => {
  const { sandboxes, time } = await openSandboxes();
  const keepAliveMs = 5 * MINUTE_MS;
  const { id } = await sandboxes.create(caller, { lifetimeMs: keepAliveMs, keepAliveMs, metadata: {} });
  const isKept = async () => {
    const before = (await sandboxes.get(caller, id)).expiresAt;
    time.now += MINUTE_MS;
    await sandboxes.useHeld();
    return (await sandboxes.get(caller, id)).expiresAt > before;
  };
  const [first, second] = [sandboxes.holdOpen(id), sandboxes.holdOpen(id)];
  first();
  first();
  expect(await isKept()).toBe(true);
  second();
  expect(await isKept()).toBe(false);
});

test("accepts the shortest and longest lifetime of the plan", async () => {
  const { sandboxes, create, time } = await openSandboxes();
  const { id, startedAt } = await create(5 * MINUTE_MS);
  time.now += MINUTE_MS;
  const extended = await sandboxes.extend(caller, id, 59 * MINUTE_MS);
  expect(extended.expiresAt).toBe(startedAt + 60 * MINUTE_MS);
  await create(60 * MINUTE_MS);
  await create(1_000);
  await expect(create(999)).rejects.toMatchObject({ code: "invalid_request" });
  const tooLong = { lifetimeMs: MINUTE_MS, keepAliveMs: 61 * MINUTE_MS, metadata: {} };
  await expect(sandboxes.create(caller, tooLong)).rejects.toThrow("config.keepAlive");
});
