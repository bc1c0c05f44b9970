import { pino } from "pino";
import { expect, test } from "vitest";
import { AppError } from "../base/app-error.ts";
import { registerHealthRoutes } from "./health.ts";
import { createHttpApp } from "./http-app.ts";

async function open(countRunningSandboxes: () => Promise<number>) {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => Promise.reject(new AppError("unauthorized")),
  });
  registerHealthRoutes(app, {
    checks: {},
    told: {},
    listUnavailableTemplates: async () => [],
    requireRoom: async () => {},
    disk: { freeBytes: () => 7, ballast: () => ({ heldBytes: 0, fullBytes: 0 }) },
    countRunningSandboxes,
    unownedFailures: { rejections: 0, exceptions: 0 },
  });
  return app;
}

test("what cannot be read while the database is down leaves the other metrics", async () => {
  const app = await open(() => Promise.reject(new Error("no database")));
  const { statusCode, body } = await app.inject("/metrics");
  expect(statusCode).toBe(200);
  expect(body).toContain("\nterrarium_sandboxes_running Nan\n");
  expect(body).toContain("\nterrarium_disk_free_bytes 7\n");
  await app.close();
});

test("what holds the event loop shows in the metrics", async () => {
  const app = await open(async () => 0);
  const read = async () => {
    const { body } = await app.inject("/metrics");
    return (name: string) => Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, "m").exec(body)?.[1]);
  };
  let value = await read();
  // The measurement goes by a timer of its own, which has to come between reading and holding, and before reading again.
  let turn = 0;
  const holdOrRead = async () => {
    turn += 1;
    if (turn % 2 === 0) value = await read();
    else for (const end = performance.now() + 150; performance.now() < end;);
    return value("max");
  };
  await expect.poll(holdOrRead).toBeGreaterThan(0.13);
  expect(value("max")).toBeGreaterThanOrEqual(value("p99"));
  expect(value("p99")).toBeGreaterThanOrEqual(value("p50"));
  await app.close();
});
