import { originProblem } from "@terrarium/device-providers/device-program";
import { AppError } from "@terrarium/platform/base/app-error";
import { expect, test } from "vitest";
import { caller, MINUTE_MS, openSandboxes, TEMPLATE } from "../testing/open-sandboxes.ts";

test("reports a failed device start and keeps the failed sandbox", async () => {
  const { sandboxes, devices, create } = await openSandboxes();
  devices.whileStarting(() => Promise.reject(new Error("no screen")));
  await expect(create()).rejects.toMatchObject({
    code: "device_start_failed",
    message: expect.stringContaining("no screen"),
  });
  const { rows } = await sandboxes.list(caller, { organizationId: "org_1", page: 1, pageSize: 10, status: "Failed" });
  expect(rows).toMatchObject([{ state: "ended", endReason: "start_failed" }]);
});

test("a sandbox deleted during its start stays ended", async () => {
  const { sandboxes, devices, create } = await openSandboxes();
  devices.whileStarting(async ({ sandboxId }) => sandboxes.terminate(caller, sandboxId));
  await expect(create()).rejects.toMatchObject({ code: "sandbox_not_running" });
  // This is not a failure of the device either, though it does not start.
  devices.whileStarting(async ({ sandboxId }) => {
    await sandboxes.terminate(caller, sandboxId);
    throw new Error("it was destroyed while it started");
  });
  await expect(create()).rejects.toMatchObject({ code: "sandbox_not_running" });
  expect(devices.running.size).toBe(0);
});

test("creates nothing when there is no room for a device", async () => {
  const { devices, database, create } = await openSandboxes();
  devices.setFull(true);
  await expect(create()).rejects.toMatchObject({ code: "no_space", status: 507 });
  const rows = () => database.selectFrom("sandboxes").select("endReason").execute();
  expect(await rows()).toEqual([]);
  devices.setFull(false);
  devices.whileStarting(() => Promise.reject(new AppError("no_space")));
  await expect(create()).rejects.toMatchObject({ code: "no_space" });
  expect(await rows()).toEqual([{ endReason: "start_failed" }]);
});

test("asks the device for its Linux if the provider does not report it", async () => {
  const { devices, rules, sessions, create } = await openSandboxes();
  rules.template = { ...TEMPLATE, model: { ...TEMPLATE.model, kind: "linux" } };
  devices.setOwn({ osVersion: "arch" });
  expect((await create()).osVersion).toBe("arch");
  devices.setOwn({});
  sessions.files.set("/usr/lib/os-release", 'NAME="Debian"\nVERSION_ID="13"\nID=debian\n');
  expect((await create()).osVersion).toBe("debian-13");
  sessions.files.clear();
  expect((await create()).osVersion).toBe("linux");
});

test("stores the device's own screen and ADB key", async () => {
  const { sandboxes, devices, create } = await openSandboxes();
  devices.setOwn({ screen: { widthPx: 1080, heightPx: 2400 }, adbPrivateKeyPem: "the phone's own" });
  const { id } = await create();
  expect(await sandboxes.get(caller, id)).toMatchObject({ widthPx: 1080, heightPx: 2400 });
  expect(await sandboxes.requireDevice(caller, id)).toMatchObject({ adbPrivateKeyPem: "the phone's own" });
});

test("rejects creation while the provider's engine is unavailable", async () => {
  const { devices, database, create } = await openSandboxes();
  const away = new AppError("provider_unavailable", { provider: "memory", detail: "its engine does not answer" });
  devices.whileStarting(() => Promise.reject(away));
  await expect(create()).rejects.toMatchObject({ code: "provider_unavailable", status: 503 });
  const rows = await database.selectFrom("sandboxes").select(["state", "endReason", "provider"]).execute();
  expect(rows).toEqual([{ state: "ended", endReason: "start_failed", provider: "memory" }]);
});

test("hides one team's template from all others", async () => {
  const { devices, rules, create } = await openSandboxes();
  rules.template = { ...TEMPLATE, organizationId: "org_2" };
  await expect(create()).rejects.toMatchObject({ code: "template_not_found" });
  expect(devices.running.size).toBe(0);
  rules.template = { ...TEMPLATE, organizationId: "org_1" };
  expect(await create()).toMatchObject({ state: "running" });
});

test("restricts attached phones and sandboxes to the caller's team", async () => {
  const { sandboxes, database, rules } = await openSandboxes();
  await database.insertInto("organizations").values({ id: "org_2", name: "Bob's Team", createdAt: 0 }).execute();
  const ask = () => sandboxes.create(caller, { deviceType: "physical", lifetimeMs: MINUTE_MS, metadata: {} });
  rules.attached = [{ ...TEMPLATE, id: "tpl_theirs", organizationId: "org_2" }];
  await expect(ask()).rejects.toMatchObject({ code: "device_type_unavailable" });
  rules.attached.push({ ...TEMPLATE, id: "tpl_shared" });
  expect(await ask()).toMatchObject({ templateId: "tpl_shared" });
});

test("the team's plan limits lifetime and number", async () => {
  const { rules, create } = await openSandboxes();
  await expect(create(61 * MINUTE_MS)).rejects.toMatchObject({ code: "invalid_request" });
  for (let i = 0; i < 20; i++) await create();
  await expect(create()).rejects.toMatchObject({
    code: "sandbox_limit",
    message: expect.stringContaining("Sandbox number limit"),
  });
  rules.plan = "pro";
  await create(24 * 60 * MINUTE_MS);
  await expect(create(24 * 60 * MINUTE_MS + 1)).rejects.toMatchObject({ code: "invalid_request" });
  for (let i = 21; i < 100; i++) await create();
  await expect(create()).rejects.toMatchObject({ code: "sandbox_limit" });
});

test("a paid team's sandboxes do not count for the person", async () => {
  const { rules, create } = await openSandboxes({ sandboxesPerUser: 2 });
  rules.plan = "pro";
  for (let i = 0; i < 3; i++) await create();
  rules.plan = "hobby";
  for (let i = 0; i < 2; i++) await create();
  await expect(create()).rejects.toMatchObject({ code: "user_sandbox_limit", status: 429 });
  rules.plan = "pro";
  await create();
});

test("a used-up budget blocks new sandboxes but keeps existing ones", async () => {
  const { devices, rules, create, stateOf } = await openSandboxes();
  const { id } = await create();
  rules.isBudgetReached = true;
  await expect(create()).rejects.toMatchObject({ code: "budget_exceeded" });
  expect(await stateOf(id)).toEqual({ state: "running", endReason: null });
  expect(devices.running.size).toBe(1);
});

test("removes an unready sandbox uncharged when the caller stops waiting", async () => {
  const { sandboxes, devices, database, stateOf } = await openSandboxes();
  let ready = () => {};
  devices.whileStarting(() => new Promise((resolve) => (ready = resolve)));
  const pending = await sandboxes.create(caller, { lifetimeMs: MINUTE_MS, metadata: {}, wait: false });
  expect(pending.state).toBe("starting");
  ready();
  await expect.poll(async () => (await stateOf(pending.id)).state).toBe("running");

  const late = sandboxes.create(caller, { id: "sbx_late", lifetimeMs: MINUTE_MS, metadata: {}, timeoutMs: 20 });
  await expect(late).rejects.toMatchObject({ code: "start_timeout", status: 408 });
  await expect(sandboxes.get(caller, "sbx_late")).rejects.toMatchObject({ code: "sandbox_not_found" });
  ready();

  const left = new AbortController();
  devices.whileStarting(() => {
    left.abort();
    return new Promise((resolve) => (ready = resolve));
  });
  const request = { id: "sbx_left", lifetimeMs: MINUTE_MS, metadata: {}, timeoutMs: MINUTE_MS, signal: left.signal };
  await expect(sandboxes.create(caller, request)).rejects.toMatchObject({ code: "start_timeout" });
  await expect(sandboxes.get(caller, "sbx_left")).rejects.toMatchObject({ code: "sandbox_not_found" });
  ready();
  await expect.poll(() => [...devices.running.keys()]).toEqual([pending.id]);
  expect(await sandboxes.quotaOf(caller, "org_1")).toMatchObject({ count: 1 });
  expect(await database.selectFrom("usageIntervals").select("sandboxId").execute()).toHaveLength(1);
});

test("reuse returns a matching sandbox or creates one", async () => {
  const { sandboxes } = await openSandboxes();
  const ask = () =>
    sandboxes.create(caller, { lifetimeMs: MINUTE_MS, metadata: { a: "1", b: "2" }, reusedLabels: { a: "1" } });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second.id).toBe(first.id);
  expect((await ask()).id).toBe(first.id);
  await sandboxes.terminate(caller, first.id);
  expect((await ask()).id).not.toBe(first.id);
});

test("restores a snapshot's files into a Linux sandbox only", async () => {
  const { rules, told, devices, create } = await openSandboxes();
  await expect(create(MINUTE_MS, "kept")).rejects.toMatchObject({ code: "not_possible" });
  rules.template = { ...TEMPLATE, model: { ...TEMPLATE.model, kind: "linux" } };
  await expect(create(MINUTE_MS, "none")).rejects.toMatchObject({ code: "snapshot_not_found" });
  const { id } = await create(MINUTE_MS, "kept");
  expect(told.unpacked).toEqual([["snp_1", id]]);
  rules.isUnpacked = false;
  await expect(create(MINUTE_MS, "kept")).rejects.toMatchObject({
    code: "device_start_failed",
    message: expect.stringContaining("no space left"),
  });
  expect([...devices.running.keys()]).toEqual([id]);
});

test("starts only able devices with a seed and clock", async () => {
  const { sandboxes, devices, rules } = await openSandboxes();
  const origin = { seed: "lab", clock: { startMs: 0, speed: 0 } };
  const ask = () => sandboxes.create(caller, { lifetimeMs: MINUTE_MS, metadata: {}, origin });
  const refused = (detail: string) => ({ code: "not_possible", status: 422, message: expect.stringContaining(detail) });
  await expect(ask()).rejects.toMatchObject(refused("the provider memory have their own clock"));
  devices.provider.originProblem = originProblem;
  rules.template = { ...TEMPLATE, model: { ...TEMPLATE.model, kind: "linux" } };
  await expect(ask()).rejects.toMatchObject(refused("a Linux box"));
  expect(devices.running.size).toBe(0);
  rules.template = TEMPLATE;
  let given: unknown;
  devices.whileStarting(async (spec) => void (given = spec.origin));
  await ask();
  expect(given).toEqual(origin);
});
