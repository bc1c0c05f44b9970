import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildSdkBundle, dataOf, startTestServer } from "./testing/test-server.ts";

const BUSY = /^Stopped: the script computed for 0.4 s without waiting for anything, its limit/;
const MEMORY = /^Stopped: the script needs more than 32 MiB of memory, its limit/;

type TestServer = Awaited<ReturnType<typeof startTestServer>>;
/** Server with a short time limit. */
let server: TestServer;
/** Server with other low limits, and enough time that a slow machine does not reach the time limit. */
let patient: TestServer;
beforeAll(async () => {
  buildSdkBundle();
  server = await startTestServer({ busyMs: 400, wallClockMs: 60_000, concurrentPerTeam: 100 });
  patient = await startTestServer({
    busyMs: 15_000,
    cpuMs: 15_000,
    wallClockMs: 60_000,
    memoryBytes: 32 * 1_048_576,
    concurrentPerTeam: 100,
    timers: 100,
  });
});
afterAll(() => Promise.all([server.close(), patient.close()]));

/** Expects the run to end with only this error, and the server to respond to others meanwhile. */
async function expectEnd(at: TestServer, code: string, message: RegExp): Promise<void> {
  const { events } = await at.start(code);
  expect((await events.next()).value).toMatchObject({ event: "start" });
  const other = await fetch(`${at.baseUrl}/api/v1/test/echo`, { method: "POST", body: "x" });
  expect(other.status).toBe(200);
  const rest = [];
  for await (const event of events) rest.push(event);
  expect(rest).toEqual([
    { event: "error", data: expect.stringMatching(message) },
    { event: "end", data: "failed" },
  ]);
}

test.each([
  ["an endless loop", "for (;;) {}", BUSY],
  ["a loop that catches everything", "for (;;) try { for (;;) {} } catch {} finally { continue }", BUSY],
  [
    "a loop in a caught async function",
    "(async () => { for (;;) {} })().catch(() => {}); setInterval(() => {}, 1)",
    BUSY,
  ],
  ["promises without an end", "for (;;) await null", BUSY],
  ["microtasks without an end", "const again = () => queueMicrotask(again); again()", BUSY],
  ["a regular expression that backtracks", '/(a+)+$/.test("a".repeat(40) + "b")', BUSY],
  ["a search without interruption", '"a".repeat(8e6).indexOf("a".repeat(4e6) + "b")', BUSY],
])("%s ends with an error that names the limit", (_name, code, message) => expectEnd(server, code, message));

test("reports the limit for much computing in small portions", async () => {
  const own = await startTestServer({ cpuMs: 600 });
  onTestFinished(() => own.close());
  const portions = "setInterval(() => { const end = Date.now() + 100; while (Date.now() < end); }, 1)";
  await expectEnd(own, portions, /^Stopped: the script computed for 0.6 s in all/);
});

test.each([
  ["ever more arrays", "const all = []; for (;;) all.push(new Array(1000).fill(0))", MEMORY],
  ["ever more objects", "const all = new Map(); for (let i = 0; ; i++) all.set(i, {})", MEMORY],
  ["a chain of objects", "let chain = []; for (;;) chain = [chain]", MEMORY],
  ["one huge buffer", "new Uint8Array(1e9)", MEMORY],
  ["one huge string", '"x".repeat(2 ** 29)', MEMORY],
  ["a doubling string", 'let text = "x"; for (;;) text += text', /^InternalError: string too long/],
  ["endless recursion", "const f = () => f() + 1; f()", /^InternalError: stack overflow\n {4}at f/],
  ["deep JSON", 'JSON.parse("[".repeat(1e6))', /stack overflow/],
  ["very many timers", "for (;;) setTimeout(() => {}, 1000)", /^RangeError: More than 100 timers at once/],
  [
    "very many requests",
    'await Promise.all(Array.from({ length: 65 }, () => fetch("/api/v1/test/hang")))',
    /^TypeError: More than 64 requests at once/,
  ],
  ["a huge answer", 'await fetch("/api/v1/test/large")', /^TypeError: The answer is larger than the 16777216 bytes/],
])("%s ends with an error that names the limit", (_name, code, message) => expectEnd(patient, code, message));

test("reports the function of an endless loop", async () => {
  const [error] = dataOf(await server.run("const a = 1;\n\nfunction spin() {\n  while (a) {}\n}\nspin();"), "error");
  expect(error).toMatch(BUSY);
  expect(error).toMatch(/\n {4}at spin \(script\.js:[34]:\d+\)\n {4}at <anonymous> \(script\.js:6:\d+\)$/);
});

test("ends a run after its time limit", async () => {
  const brief = await startTestServer({ wallClockMs: 300 });
  const events = await brief.run("setInterval(() => {}, 10)");
  expect(dataOf(events, "error")).toEqual(["Stopped: the script ran for 0.005 minutes, its limit"]);
  await brief.close();
});

test.each([
  ["long lines", 100, '"y".repeat(10_000)'],
  ["empty lines", 6_000, '""'],
  ["lines in one text", 1, '"\\n".repeat(1_000_000)'],
])("a flood of %s is truncated, and the script continues", async (_name, count, line) => {
  const patient = await startTestServer({ logBytes: 131_072, busyMs: 30_000 });
  const events = await patient.run(
    `for (let i = 0; i < ${count}; i++) console.log(${line}); await fetch("/api/v1/test/echo", { method: "POST" });`,
  );
  const logs = dataOf(events, "log");
  expect(logs.join("\n").length).toBeLessThan(140_000);
  expect(logs.length).toBeLessThan(5_000);
  expect(logs.at(-1)).toBe("[the script printed more than 131072 bytes; the rest is not shown]");
  expect(events.at(-1)).toEqual({ event: "end", data: "completed" });
  await patient.close();
});

test("a script cannot reach the host's objects", async () => {
  const events = await server.run(`
    const seen = [];
    for (const name of ["Buffer", "module", "__dirname", "WebAssembly", "Worker", "Deno", "std", "os"]) seen.push(typeof globalThis[name]);
    console.log([...new Set(seen)].join(), Object.keys(process.env).join());
    console.log(typeof console.log.constructor("return this")().process.binding);
    JSON.stringify = JSON.parse = () => { throw new Error("replaced") };
    console.log("still here");`);
  expect(dataOf(events, "log")).toEqual(["undefined TERRARIUM_BASE_URL,GBOX_BASE_URL", "undefined", "still here"]);
});
