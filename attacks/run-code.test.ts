import { Organization } from "@terrarium/contract/organization";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { firstTeam, runCode } from "../e2e/support/api.ts";
import { provideServer } from "../e2e/support/fixtures.ts";
import { post, signIn } from "../e2e/support/server.ts";
import { readMetric } from "./support/metrics.ts";

const server = provideServer();

/** Creates keys of a new user's first team. */
async function addTenant(login: string, keyCount: number): Promise<string[]> {
  const { origin } = server();
  const token = await signIn(origin, login);
  return addKeys(token, (await firstTeam(origin, token)).id, keyCount);
}

async function addKeys(token: string, organizationId: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const key = { organizationId, name: `key-${n}` };
    const answer = await post(server().origin, "/api/v1/api_key/create_an_api_key", key, token);
    keys.push(z.object({ key: z.string() }).parse(await answer.json()).key);
  }
  return keys;
}

let otherKey: string;
beforeAll(async () => {
  [otherKey = ""] = await addTenant("bob", 1);
});

/** Returns the number of list calls that the server has answered. */
const listCalls = () =>
  readMetric(server().origin, "terrarium_http_request_duration_seconds_count", {
    route: "/api/v1/boxes",
    method: "GET",
  });

const logsOf = (events: { event: string; data: string }[]) =>
  events.filter(({ event }) => event === "log").map(({ data }) => data);

test("limits a script's open requests to 64, and none outlives it", async () => {
  const [key = ""] = await addTenant("mallory", 1);
  const before = await listCalls();
  const events = await runCode(
    server().origin,
    key,
    `Array.prototype.toJSON = () => [1, { url: "/api/v1/boxes", method: "GET", headers: [["authorization", "Bearer ${key}"]] }];
    for (let i = 0; i < 9_000; i++) fetch("/api/v1/boxes", { headers: { authorization: "Bearer ${key}" } }).catch(() => {});
    throw new Error("over");`,
  );
  expect(events.at(-1)).toEqual({ event: "end", data: "failed" });
  const after = await listCalls();
  expect(after - before).toBeLessThanOrEqual(64);
  expect(await runCode(server().origin, otherKey, 'console.log("well")')).toContainEqual({
    event: "log",
    data: "well",
  });
  // Calls in progress at the end of the run may still be answered, but no new ones.
  expect((await listCalls()) - before).toBeLessThanOrEqual(64);
});

/**
 * Starts scripts that run until the client leaves, each with one of the keys. Returns the numbers of accepted and
 * rejected scripts.
 */
async function startEndless(keys: readonly string[], signal: AbortSignal) {
  const start = (key: string) =>
    fetch(`${server().origin}/api/v1/vm/run_code`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ code: "setInterval(() => {}, 1000)" }),
      signal,
    });
  const statuses = (await Promise.all(keys.map(start))).map(({ status }) => status);
  return {
    taken: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((s) => s === 429).length,
  };
}

test("limits one team's scripts across all its keys", async () => {
  const keys = await addTenant("eve", 6);
  const stop = new AbortController();
  expect(await startEndless([...keys, ...keys, ...keys], stop.signal)).toEqual({ taken: 6, refused: 12 });
  expect(logsOf(await runCode(server().origin, otherKey, 'console.log("mine")'))).toEqual(["mine"]);
  stop.abort();
});

test("limits one person's scripts across all teams", async () => {
  const { origin } = server();
  const token = await signIn(origin, "trudy");
  const keys: string[] = [];
  for (const name of ["One", "Two", "Three"]) {
    const team = await post(origin, "/api/v1/organization/create_an_organization", { name }, token);
    keys.push(...(await addKeys(token, Organization.parse(await team.json()).id, 6)));
  }
  const stop = new AbortController();
  expect(await startEndless(keys, stop.signal)).toEqual({ taken: 8, refused: 10 });
  expect(logsOf(await runCode(origin, otherKey, 'console.log("mine")'))).toEqual(["mine"]);
  stop.abort();
});

test("a script's rate limit affects no other team or program", async () => {
  const { origin } = server();
  const count = `
    const counts = {};
    const ask = async () => {
      const { status } = await fetch("/api/v1/boxes", { method: "POST", headers: { authorization: "Bearer nobody" } });
      counts[status] = (counts[status] ?? 0) + 1;
    };`;
  // Uses a new team: slots of an earlier test may not be free yet.
  const [key = ""] = await addTenant("carol", 1);
  const flood = await runCode(
    origin,
    key,
    // Repeats until the limit is reached: after a minute the same number is allowed again.
    `${count} for (let i = 0; i < 100 && !(counts[429] >= 50); i++) await Promise.all(Array.from({ length: 50 }, ask));
    console.log(counts[429] >= 50);`,
  );
  expect(flood.slice(1)).toEqual([
    { event: "log", data: "true" },
    { event: "end", data: "completed" },
  ]);
  const calm = await runCode(origin, otherKey, `${count} await ask(); console.log(counts);`);
  expect(logsOf(calm)).toEqual(["{ '401': 1 }"]);
  expect((await post(origin, "/api/v1/boxes", {}, "nobody")).status).toBe(401);
});

test("a program cannot impersonate another team's script", async () => {
  const forged = await fetch(`${server().origin}/api/v1/boxes`, {
    method: "POST",
    headers: { "x-terrarium-script": "guessed", authorization: "Bearer nobody" },
  });
  expect(forged.status).toBe(401);
  const events = await runCode(
    server().origin,
    otherKey,
    `const sent = await fetch("/api/v1/boxes", { headers: { "X-Terrarium-Script": "mine", authorization: "Bearer ${otherKey}" } });
    console.log(sent.status, [...sent.headers].flat().some((text) => /terrarium-script/i.test(text)));`,
  );
  expect(logsOf(events)).toEqual(["200 false"]);
});
