import { getBoxMetrics } from "@terrarium/contract/box-metrics";
import { unreachedDevice } from "@terrarium/device-control/testing/unreached-device";
import type { DeviceUse } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import { createBoxMetrics } from "./box-metrics.ts";
import { registerBoxMetricsRoutes } from "./routes.ts";

const MEGABYTE = 1024 ** 2;
const log = pino({ level: "silent" });

/** Opens the call on sandboxes whose device uses what `use` returns; "sbx_bare" has a provider that cannot measure. */
async function open(use: (sandboxId: string) => DeviceUse | undefined, intervalMs = 1e9) {
  const measured: string[] = [];
  const measure = async (sandboxId: string) => {
    measured.push(sandboxId);
    return use(sandboxId);
  };
  const sandboxes = {
    async requireDevice(_caller: unknown, sandboxId: string) {
      if (sandboxId === "sbx_ended") throw new AppError("sandbox_not_running", { sandboxId });
      return unreachedDevice(sandboxId);
    },
    findRunning: async (id: string) =>
      ({ id, provider: id === "sbx_bare" ? "bare" : "own", cpu: 2, memoryMb: 4, storageMb: 8 }) as SandboxRecord,
  };
  const providers = { require: (name: string) => ({ name, ...(name === "own" && { measure }) }) as never };
  const boxMetrics = createBoxMetrics({ sandboxes, providers, log }, { intervalMs, firstSpanMs: 20 });
  const app = await createHttpApp({
    log,
    checkResponses: true,
    authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  });
  registerBoxMetricsRoutes(app, { boxMetrics });
  onTestFinished(async () => {
    boxMetrics.close();
    await app.close();
  });
  const ask = async (id = "sbx_1", query: Record<string, string> = {}) => {
    const url = getBoxMetrics.path.replace("{boxId}", id);
    const answer = await app.inject({ method: "GET", url, query, headers: { authorization: "Bearer token" } });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { ask, measured };
}

/** A device that uses half a core and receives much, at each measurement more. */
function busyDevice() {
  let count = 0;
  return (): DeviceUse => {
    count += 1;
    const network = { receivedBytes: 1_000 * count, sentBytes: 0 };
    return { cpuSeconds: count / 100, memoryBytes: 3 * MEGABYTE, diskBytes: 5, network };
  };
}

test("the first call returns a sample with rates", async () => {
  const { ask } = await open(busyDevice());
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body.limits).toEqual({ cpu: 2, memoryBytes: 4 * MEGABYTE, diskBytes: 8 * MEGABYTE });
  const [sample] = body.samples;
  expect(body.samples).toHaveLength(1);
  expect(sample).toMatchObject({ memoryBytes: 3 * MEGABYTE, diskBytes: 5, sentBytesPerSecond: 0 });
  expect(sample.cpu).toBeGreaterThan(0);
  expect(sample.cpu).toBeLessThanOrEqual(0.51);
  expect(sample.receivedBytesPerSecond).toBeGreaterThan(0);
});

test("measures only sandboxes whose metrics were read", async () => {
  let measurements = 0;
  const seen = Promise.withResolvers<void>();
  const device = busyDevice();
  const { ask, measured } = await open(() => {
    measurements += 1;
    if (measurements === 4) seen.resolve();
    return device();
  }, 10);
  await ask();
  await seen.promise;
  const { body } = await ask();
  expect(body.samples.length).toBeGreaterThan(1);
  expect(new Set(measured)).toEqual(new Set(["sbx_1"]));
  const since = body.samples.at(-1).at;
  const { body: later } = await ask("sbx_1", { since });
  for (const { at } of later.samples) expect(Date.parse(at)).toBeGreaterThan(Date.parse(since));
});

test("says which providers cannot measure, and which sandboxes do not run", async () => {
  const { ask, measured } = await open(() => undefined);
  expect(await ask("sbx_bare")).toMatchObject({ status: 422, body: { code: "not_possible" } });
  expect(await ask("sbx_ended")).toMatchObject({ status: 409, body: { code: "sandbox_not_running" } });
  expect(measured).toEqual([]);
  expect(await ask("sbx_1")).toMatchObject({ status: 409, body: { code: "sandbox_not_running" } });
  expect(await ask("sbx_1", { since: "yesterday" })).toMatchObject({ status: 400 });
});

test("counters that start again are no negative rate", async () => {
  const totals = [100, 1];
  const { ask } = await open(() => ({ cpuSeconds: totals.shift() ?? 1, memoryBytes: 1 }));
  const { body } = await ask();
  expect(body.samples[0]).toMatchObject({ cpu: 0, diskBytes: null, receivedBytesPerSecond: null });
});

test("concurrent first calls measure a sandbox once", async () => {
  const { ask, measured } = await open(busyDevice());
  await Promise.all([ask(), ask(), ask()]);
  expect(measured).toHaveLength(2);
});

test("measures a limited number of sandboxes", async () => {
  const { ask, measured } = await open(busyDevice());
  const answers = await Promise.all(Array.from({ length: 201 }, (_, index) => ask(`sbx_${index}`)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await ask("sbx_200");
  expect(measured).toHaveLength(402);
  await ask("sbx_0");
  expect(measured).toHaveLength(404);
}, 60_000);
