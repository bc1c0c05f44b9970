import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSdkBundle, dataOf, startTestServer } from "./testing/test-server.ts";

const REQUESTS = 8;

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  buildSdkBundle();
  server = await startTestServer({ busyMs: 3_000, pendingRequests: REQUESTS, timers: 50 });
});
afterAll(() => server.close());

/** Replacements by which a script would make all its requests look like one to a trusting host. */
const TAMPERINGS: Record<string, string> = {
  nothing: "",
  "Array.prototype.toJSON": "Array.prototype.toJSON = () => [1, 1]",
  "Object.prototype.toJSON":
    "Object.prototype.toJSON = () => 1; String.prototype.toJSON = () => 1; Number.prototype.toJSON = () => 1",
  JSON: "JSON.stringify = () => '[1]'; JSON.parse = () => 1; globalThis.JSON = {}",
  "numbers and texts": "Number.prototype.valueOf = String.prototype.valueOf = () => 1; globalThis.String = () => '1'",
  "the iterators of lists":
    "Array.prototype[Symbol.iterator] = function* () { yield 1 }; Object.getPrototypeOf([].values()).next = () => ({ done: true })",
  "the methods of lists":
    "for (const name of ['push', 'map', 'join', 'flat', 'concat', 'slice']) Array.prototype[name] = () => [1]",
  "the items of lists":
    "for (let i = 0; i < 9; i++) Object.defineProperty(Array.prototype, i, { get: () => 1, set() {}, configurable: true })",
  "Map and Set":
    "for (const kind of [Map, Set, WeakMap, WeakSet]) for (const name of ['get', 'set', 'has', 'add', 'delete']) kind.prototype[name] = () => undefined",
  Promise:
    "Promise.withResolvers = () => ({ promise: Promise.resolve(), resolve() {}, reject() {} }); Promise.prototype.then = () => undefined",
  "Promise's species": "Object.defineProperty(Promise, Symbol.species, { get() { throw new Error('species') } })",
  thenables: "Object.prototype.then = (resolve) => resolve(1)",
  getters:
    "for (const name of ['id', 'length', 'size', 'signal', 'method', 'headers', 'body']) Object.defineProperty(Object.prototype, name, { get: () => 1, configurable: true })",
  "Function.prototype": "Function.prototype.call = Function.prototype.apply = () => 1; Reflect.apply = () => 1",
  "a Proxy as options":
    "const plain = fetch; globalThis.fetch = (url) => plain(url, new Proxy({}, { get: (_, name) => (name === 'signal' ? { throwIfAborted() {}, addEventListener() {}, removeEventListener() {} } : undefined) }))",
  "the text of an address":
    "const plain2 = fetch; globalThis.fetch = (url) => plain2({ toString: () => url, toJSON: () => 1, valueOf: () => 1 })",
  "the stack of errors":
    "Error.prepareStackTrace = (_, frames) => { for (const f of frames) f.getFunction?.()?.('log', '[]') }",
  "requests given up at once":
    "const plain3 = fetch; globalThis.fetch = (url) => { const c = new AbortController(); const p = plain3(url, { signal: c.signal }); c.abort(); return p }",
};

const MANY_REQUESTS = `
  for (let i = 0; i < 300; i++) {
    try { const sent = fetch("/api/v1/test/hang"); sent?.catch?.(() => {}); } catch {}
  }`;

test.each(Object.entries(TAMPERINGS))("a script that replaces %s leaves no open request", async (_name, tampering) => {
  const before = server.hangs();
  const events = await server.run(`${tampering};${MANY_REQUESTS} throw 0;`);
  expect(events.at(-1)).toEqual({ event: "end", data: "failed" });
  await expect.poll(() => server.hanging.size).toBe(0);
  expect(server.hangs() - before).toBeLessThanOrEqual(REQUESTS);
});

test.each([
  "nothing",
  "Array.prototype.toJSON",
  "Object.prototype.toJSON",
  "JSON",
  "thenables",
  "requests given up at once",
])("a script that replaces %s stays within the request limit", async (name) => {
  const before = server.hangs();
  const stop = new AbortController();
  const code = `const log = console.log; ${TAMPERINGS[name]};${MANY_REQUESTS} log("sent"); setInterval(() => {}, 1000);`;
  const { events } = await server.start(code, { signal: stop.signal });
  expect([(await events.next()).value?.event, (await events.next()).value?.data]).toEqual(["start", "sent"]);
  await expect.poll(() => server.hanging.size).toBe(name === "requests given up at once" ? 0 : REQUESTS);
  stop.abort();
  await expect(events.next()).rejects.toThrow("aborted");
  await expect.poll(() => server.hanging.size).toBe(0);
  expect(server.hangs() - before).toBeLessThanOrEqual(REQUESTS);
});

test.each(["", "Array.prototype.toJSON = () => [1, 1];", "JSON.stringify = () => '[1]';"])(
  "a script stays within the timer limit after %j",
  async (tampering) => {
    const events = await server.run(`${tampering} for (;;) setTimeout(() => {}, 1000)`);
    expect(dataOf(events, "error")).toEqual([expect.stringMatching(/^RangeError: More than 50 timers at once/)]);
  },
);

test.each([
  ["an error that cannot be shown", "throw { get constructor() { throw new Error() } }"],
  ["a text of 50 MB", 'throw new Error("x".repeat(5e7))'],
  ["a stack that computes", "throw Object.defineProperty(new Error('x'), 'stack', { get() { for (;;); } })"],
])("%s ends the run with a short error", async (_name, code) => {
  const events = await server.run(code);
  expect(dataOf(events, "error").join().length).toBeLessThan(21_000);
  expect(events.at(-1)).toEqual({ event: "end", data: "failed" });
});

test("sends the intended request despite replaced text functions", async () => {
  const events = await server.run(`
    Array.prototype.toJSON = Object.prototype.toJSON = String.prototype.toJSON = () => 1;
    const answer = await fetch("/api/v1/test/echo", { method: "POST", headers: { "X-Own": "mine" }, body: "a\\0b" });
    console.log(await answer.text());`);
  expect(dataOf(events, "log")).toEqual(["cookie: none, forwarded: none, own: mine, body: a\0b"]);
});

test("very many calls in one line delay nothing", async () => {
  const events = await server.run(
    `${"f();".repeat(40_000)} function f() {} \n throw new Error("script.js:1:1 ".repeat(1_000))`.replace("\\n", "\n"),
  );
  expect(events.at(-1)).toEqual({ event: "end", data: "failed" });
});
