import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn("ada");
});
afterAll(() => app.remove());

const read = async (): Promise<string> => String((await app.call("GET", "/metrics")).body);
const valueOf = (text: string, name: string) =>
  Number(new RegExp(`^${RegExp.escape(name)} (\\S+)$`, "m").exec(text)?.[1]);

test("reports running sandboxes, durations of creation steps, end reasons", async () => {
  const created = await app.call("POST", "/api/v1/boxes/android", { token, body: {} });
  expect(created.status).toBe(200);
  const running = await read();
  expect(valueOf(running, 'terrarium_sandboxes{provider="embedded",state="running"}')).toBe(1);
  for (const step of ["all", "room", "key", "record", "device", "record ready"]) {
    const name = "terrarium_sandbox_create_duration_seconds_count";
    const found = running.split("\n").filter((line) => line.startsWith(name) && line.includes(`step="${step}"`));
    expect({ step, found }).toEqual({ step, found: [expect.stringMatching(/outcome="ok".* 1$/)] });
  }
  const { id } = z.object({ id: z.string() }).parse(created.body);
  await app.call("POST", `/api/v1/boxes/${id}/terminate`, { token, body: {} });
  const ended = await read();
  expect(ended).not.toContain("terrarium_sandboxes{");
  expect(ended).toContain('terrarium_sandbox_ends_total{provider="embedded",reason="user"} 1');
});

test("reports the database, jobs, providers and disk", async () => {
  const text = await read();
  expect(valueOf(text, 'terrarium_database_query_duration_seconds_count{operation="select"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'terrarium_provider_up{provider="embedded"}')).toBe(1);
  expect(valueOf(text, "terrarium_accepts_sandboxes")).toBe(1);
  expect(valueOf(text, "terrarium_disk_free_bytes")).toBeGreaterThan(1_000_000);
  expect(valueOf(text, "terrarium_disk_ballast_bytes")).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, "terrarium_mails_waiting")).toBe(0);
  expect(valueOf(text, "terrarium_requests_waiting")).toBe(0);
  expect(valueOf(text, "terrarium_leader")).toBe(1);
  expect(valueOf(text, "terrarium_replicas")).toBe(1);
  expect(valueOf(text, "terrarium_database_admitted")).toBe(1);
  expect(valueOf(text, "terrarium_script_leases")).toBe(0);
  expect(valueOf(text, 'terrarium_notices_total{direction="heard"}')).toBe(0);
  await expect
    .poll(async () => valueOf(await read(), 'terrarium_job_duration_seconds_count{step="expiry",outcome="ok"}'))
    .toBeGreaterThan(0);
});

test("exposes each defined metric with its type", async () => {
  const told = [...(await read()).matchAll(/^# TYPE (terrarium_\S+) (\S+)$/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  );
  expect(told.toSorted()).toEqual(
    Object.values(METRICS)
      .map(({ name, type }) => `${name} ${type}`)
      .toSorted(),
  );
});

test("reports a blocked event loop", async () => {
  let text = await read();
  const value = (name: string) => valueOf(text, `nodejs_eventloop_lag_${name}_seconds`);
  // The measurement uses its own timer. It must run between reading and blocking, and before the next reading.
  let turn = 0;
  const holdOrRead = async () => {
    turn += 1;
    if (turn % 2 === 0) text = await read();
    else for (const end = performance.now() + 150; performance.now() < end;);
    return value("max");
  };
  await expect.poll(holdOrRead).toBeGreaterThan(0.13);
  expect(value("max")).toBeGreaterThanOrEqual(value("p99"));
  expect(value("p99")).toBeGreaterThanOrEqual(value("p50"));
});

test.each(["dashboard.json", "alerts.yaml"])("deploy/monitoring/%s uses only existing metrics", async (file) => {
  const content = readFileSync(fileURLToPath(new URL(`../../../deploy/monitoring/${file}`, import.meta.url)), "utf8");
  const asked = new Set(content.match(/\b(terrarium|nodejs|process)_[a-z_]+\b/g));
  expect(asked.size).toBeGreaterThan(5);
  const told = new Set((await read()).match(/^# TYPE \S+/gm)?.map((line) => line.slice("# TYPE ".length)));
  // A histogram has these suffixes beside its own name.
  const names = [...asked].map((name) => (told.has(name) ? name : name.replace(/_(bucket|count|sum)$/, "")));
  expect(names.filter((name) => !told.has(name))).toEqual([]);
});
