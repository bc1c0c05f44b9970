import { CommandResult } from "@terrarium/contract/box-commands";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox, firstTeam } from "../e2e/support/api.ts";
import { moveDevice } from "../e2e/support/past.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { readMetric } from "./support/metrics.ts";
import { type FloodingDevice, startFloodingDevice } from "./support/start-flooding.ts";

const LAG = "nodejs_eventloop_lag_max_seconds";
const MEMORY = "process_resident_memory_bytes";
const SILENCE_MAX_S = 0.25;
const GROWTH_MAX_BYTES = 256 * 1024 ** 2;
const COMMANDS = 16;

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

/** Runs a command on the flooding device, which sends output until the command's timeout. */
async function runCommand(): Promise<CommandResult> {
  const command = { command: "true", timeout: "5s" };
  const answer = await post(server.origin, `/api/v1/boxes/${boxId}/commands`, command, hostile);
  return CommandResult.parse(await answer.json());
}

test("a device flooding all streams delays no other team", async () => {
  const { origin } = server;
  const team = await firstTeam(origin, other);
  const listing = { page: 1, pageSize: 10, organizationId: team.id };
  const before = await readMetric(origin, MEMORY);
  await readMetric(origin, LAG);
  const over = new AbortController();
  const folder = fetch(`${origin}/api/v1/boxes/${boxId}/fs/list?path=/data`, {
    headers: { authorization: `Bearer ${hostile}` },
    signal: over.signal,
  });
  const commands = Promise.all(Array.from({ length: COMMANDS }, runCommand)).finally(() => over.abort());
  const attack = Promise.allSettled([folder, commands]);
  const worst = { silenceS: 0, grownBytes: 0 };
  while (!over.signal.aborted) {
    expect((await post(origin, "/api/v1/sandbox/get_sandbox_list", listing, other)).status).toBe(200);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    worst.silenceS = Math.max(worst.silenceS, await readMetric(origin, LAG));
    worst.grownBytes = Math.max(worst.grownBytes, (await readMetric(origin, MEMORY)) - before);
  }
  await attack;
  const results = await commands;
  expect(results.map(({ timedOut }) => timedOut)).toEqual(Array(COMMANDS).fill(true));
  expect(results.map(({ stdout }) => stdout).join("")).toMatch(/^x+$/);
  expect(worst.silenceS).toBeLessThan(SILENCE_MAX_S);
  expect(worst.grownBytes).toBeLessThan(GROWTH_MAX_BYTES);
});
