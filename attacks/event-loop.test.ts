import { createAnApiKey } from "@terrarium/contract/api-key";
import { beforeAll, expect, test } from "vitest";
import { firstTeam } from "../e2e/support/api.ts";
import { provideServer } from "../e2e/support/fixtures.ts";
import { post, signIn } from "../e2e/support/server.ts";
import { holdDatabase } from "./support/foreign-lock.ts";
import { readMetric } from "./support/metrics.ts";

const server = provideServer();
const LAG = "nodejs_eventloop_lag_max_seconds";
/** Longest pause of all responses on a busy machine. A synchronous wait for a lock would take 5 s. */
const SILENCE_LIMIT_S = 1;
let hostile = "";
let other = "";
beforeAll(async () => {
  hostile = await signIn(server().origin, "mallory");
  other = await signIn(server().origin, "bob");
});

const numbered = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));
const box = (config: object) => JSON.stringify({ type: "android", config });

/** Bodies that would block the server if it parsed them completely, and the expected error. */
const BODIES: readonly (readonly [string, RegExp])[] = [
  [box({ labels: numbered(70_000, "v") }), /holds more than 2000 fields and items/],
  [box({ labels: numbered(33, "v") }), /config.labels: At most 32 entries/],
  [box({ labels: numbered(1_500, { a: 1 }) }), /holds more than 2000/],
  [box({ labels: Array(200_000).fill("x") }), /holds more than 2000/],
  [`{"type":${"[".repeat(900_000)}`, /nests deeper than 32 levels/],
  [`{"type":${'{"a":'.repeat(180_000)}`, /nests deeper than 32 levels/],
  [box({ name: "\u0001".repeat(150_000) }), /config.name: A name/],
  [box({ name: "x".repeat(1_000_000) }), /config.name: A name has at most/],
  [box({ labels: { ["x".repeat(500_000)]: "y".repeat(500_000) } }), /A key has at most 64 characters/],
  [box({ expiresIn: "9".repeat(1_000_000) }), /config.expiresIn: Use a whole number and a unit/],
];

test("rejects bodies of many values or levels while serving others", async () => {
  const { origin } = server();
  const team = await firstTeam(origin, other);
  await readMetric(origin, LAG);
  const attack = Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const [body = "", says = /./] = BODIES[n % BODIES.length] ?? [];
      const answer = await fetch(`${origin}/api/v1/boxes`, {
        method: "POST",
        headers: { authorization: `Bearer ${hostile}`, "content-type": "application/json" },
        body,
      });
      return { status: answer.status, message: await answer.text(), says };
    }),
  );
  const calm: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const list = { page: 1, pageSize: 10, organizationId: team.id };
    calm.push((await post(origin, "/api/v1/sandbox/get_sandbox_list", list, other)).status);
  }
  expect(calm).toEqual(Array(20).fill(200));
  for (const { status, message, says } of await attack) {
    expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(says) });
    expect(message.length).toBeLessThan(1_000);
  }
  // Maximum since the last read, which resets it. Zero would mean that the server measures nothing.
  expect(await readMetric(origin, LAG)).toBeGreaterThan(0);
});

test("a locked database delays neither health checks nor reads", async () => {
  const { origin, dataDir } = server();
  const team = await firstTeam(origin, other);
  const makeKey = (name: string) =>
    post(origin, createAnApiKey.path, { organizationId: team.id, name }, other).then(({ status }) => status);
  expect(await makeKey("before")).toBe(200);
  const lock = holdDatabase(dataDir);
  try {
    const writes = Promise.all(["first", "second", "third"].map(makeKey));
    await readMetric(origin, LAG);
    const silences: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      const start = performance.now();
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      silences.push((performance.now() - start) / 1_000);
      const list = { page: 1, pageSize: 10, organizationId: team.id };
      expect((await post(origin, "/api/v1/sandbox/get_sandbox_list", list, other)).status).toBe(200);
    }
    expect(Math.max(...silences)).toBeLessThan(SILENCE_LIMIT_S);
    expect(await readMetric(origin, LAG)).toBeLessThan(SILENCE_LIMIT_S);
    lock.release();
    expect(await writes).toEqual([200, 200, 200]);
  } finally {
    lock.release();
  }
});

test("a permanently locked database rejects only writes, quickly", async () => {
  const { origin, dataDir } = server();
  const team = await firstTeam(origin, other);
  const lock = holdDatabase(dataDir);
  try {
    await readMetric(origin, LAG);
    const refused = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        post(origin, createAnApiKey.path, { organizationId: team.id, name: `late-${n}` }, other),
      ),
    );
    expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(503));
    expect(await refused[0]?.json()).toMatchObject({ code: "database_unavailable" });
    expect(await readMetric(origin, LAG)).toBeLessThan(SILENCE_LIMIT_S);
  } finally {
    lock.release();
  }
});

test("rejects a query and a form of very many fields", async () => {
  const { origin } = server();
  const query = await fetch(`${origin}/api/v1/boxes?${"a=1&".repeat(3_500)}`, {
    headers: { authorization: `Bearer ${other}` },
  });
  expect(query.status).toBe(400);
  const form = await fetch(`${origin}/local-idp/github/authorize`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "a=&".repeat(300_000),
  });
  expect(form.status).toBe(413);
});
