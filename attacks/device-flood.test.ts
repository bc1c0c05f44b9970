import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox, firstTeam } from "../e2e/support/api.ts";
import { moveDevice } from "../e2e/support/past.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { readMetric } from "./support/metrics.ts";
import { type FloodingDevice, startFloodingDevice } from "./support/start-flooding.ts";

const LAG = "nodejs_eventloop_lag_max_seconds";
const SILENCE_MAX_S = 0.25;
const GROWTH_MAX_BYTES = 256 * 1024 ** 2;
const COMMANDS = 16;
const LISTS = 50;

let server: TestServer;
let hostile: string;
let other: string;
let device: FloodingDevice;
let boxId: string;

beforeAll(async () => {
  server = await startServer();
  hostile = await signIn(server.origin, "mallory");
  other = await signIn(server.origin, "bob");
  boxId = (await createBox(server.origin, hostile, { expiresIn: "30m" })).id;
  device = await startFloodingDevice();
  moveDevice(server, boxId, device.port);
});

afterAll(async () => {
  await device?.end();
  await server?.stop();
});

test("a device that floods all streams with small packets holds up no other team", async () => {
  const { origin } = server;
  const team = await firstTeam(origin, other);
  const list = () =>
    post(origin, "/api/v1/sandbox/get_sandbox_list", { page: 1, pageSize: 10, organizationId: team.id }, other);
  for (let calls = 0; calls < LISTS; calls += 1) await list();
  const before = await readMetric(origin, "process_resident_memory_bytes");
  await readMetric(origin, LAG);
  const over = new AbortController();
  const command = { command: "true", timeout: "20s" };
  const headers = { authorization: `Bearer ${hostile}`, "content-type": "application/json" };
  const attack = [
    ...Array.from({ length: COMMANDS }, () =>
      fetch(`${origin}/api/v1/boxes/${boxId}/commands`, {
        method: "POST",
        headers,
        body: JSON.stringify(command),
        signal: over.signal,
      }),
    ),
    fetch(`${origin}/api/v1/boxes/${boxId}/fs/list?path=/data`, { headers, signal: over.signal }),
  ];
  const lags: number[] = [];
  let most = before;
  for (let calls = 0; calls < LISTS; calls += 1) {
    expect((await list()).status).toBe(200);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    lags.push(await readMetric(origin, LAG));
    most = Math.max(most, await readMetric(origin, "process_resident_memory_bytes"));
  }
  over.abort();
  await Promise.allSettled(attack);
  expect(Math.max(...lags)).toBeLessThan(SILENCE_MAX_S);
  expect(most - before).toBeLessThan(GROWTH_MAX_BYTES);
});
