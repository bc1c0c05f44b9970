import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { firstTeam, runCode } from "../e2e/support/api.ts";
import { provideServer } from "../e2e/support/fixtures.ts";
import { post, signIn } from "../e2e/support/server.ts";
import { readMetric } from "./support/metrics.ts";

const server = provideServer();

interface Tenant {
  keys: string[];
}
let hostile: Tenant;
let other: Tenant;

async function addTenant(login: string, keyCount: number): Promise<Tenant> {
  const { origin } = server();
  const token = await signIn(origin, login);
  const { id: organizationId } = await firstTeam(origin, token);
  const keys: string[] = [];
  for (let n = 0; n < keyCount; n += 1) {
    const answer = await post(origin, "/api/v1/api_key/create_an_api_key", { organizationId, name: `key-${n}` }, token);
    keys.push(z.object({ key: z.string() }).parse(await answer.json()).key);
  }
  return { keys };
}

beforeAll(async () => {
  hostile = await addTenant("mallory", 6);
  other = await addTenant("bob", 1);
});

/** Calls of the list of sandboxes that the server has answered. */
const listCalls = () =>
  readMetric(server().origin, "terrarium_http_request_duration_seconds_count", {
    route: "/api/v1/boxes",
    method: "GET",
  });

const logsOf = (events: { event: string; data: string }[]) =>
  events.filter(({ event }) => event === "log").map(({ data }) => data);

test("9,000 requests that a script makes look like one are refused beyond 64, and none outlives the run", async () => {
  const [key = ""] = hostile.keys;
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
  expect(await runCode(server().origin, other.keys[0] ?? "", 'console.log("well")')).toContainEqual({
    event: "log",
    data: "well",
  });
  // Those under way when the run ended may still be answered; no others come.
  expect((await listCalls()) - before).toBeLessThanOrEqual(64);
});

test("one team takes only its part of the places for scripts, whichever keys it uses", async () => {
  const { origin } = server();
  const stop = new AbortController();
  const start = (key: string) =>
    fetch(`${origin}/api/v1/vm/run_code`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ code: "setInterval(() => {}, 1000)" }),
      signal: stop.signal,
    });
  const answers = await Promise.all([...hostile.keys, ...hostile.keys, ...hostile.keys].map(start));
  expect(Object.groupBy(answers, ({ status }) => status)).toEqual({
    200: Array(6).fill(expect.anything()),
    429: Array(12).fill(expect.anything()),
  });
  expect(logsOf(await runCode(origin, other.keys[0] ?? "", 'console.log("mine")'))).toEqual(["mine"]);
  stop.abort();
});

test("a script that uses up its requests a minute silences no script of another team, nor programs on this machine", async () => {
  const { origin } = server();
  const count = `
    const counts = {};
    const ask = async () => {
      const { status } = await fetch("/api/v1/boxes", { method: "POST", headers: { authorization: "Bearer nobody" } });
      counts[status] = (counts[status] ?? 0) + 1;
    };`;
  const flood = await runCode(
    origin,
    hostile.keys[0] ?? "",
    `${count} for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 50 }, ask)); console.log(counts[401] <= 1200, counts[429] >= 300);`,
  );
  expect(logsOf(flood)).toEqual(["true true"]);
  const calm = await runCode(origin, other.keys[0] ?? "", `${count} await ask(); console.log(counts);`);
  expect(logsOf(calm)).toEqual(["{ '401': 1 }"]);
  expect((await post(origin, "/api/v1/boxes", {}, "nobody")).status).toBe(401);
});

test("a program cannot pass itself off as another team's script", async () => {
  const forged = await fetch(`${server().origin}/api/v1/boxes`, {
    method: "POST",
    headers: { "x-terrarium-script": "guessed", authorization: "Bearer nobody" },
  });
  expect(forged.status).toBe(401);
  const events = await runCode(
    server().origin,
    other.keys[0] ?? "",
    `const sent = await fetch("/api/v1/boxes", { headers: { "X-Terrarium-Script": "mine", authorization: "Bearer ${other.keys[0]}" } });
    console.log(sent.status, [...sent.headers].flat().some((text) => /terrarium-script/i.test(text)));`,
  );
  expect(logsOf(events)).toEqual(["200 false"]);
});
