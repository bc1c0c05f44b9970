import { once } from "node:events";
import { connect } from "node:net";
import { SANDBOX_ID_LINE } from "@terrarium/contract/vm";
import { AppError } from "@terrarium/platform/base/app-error";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildSdkBundle, dataOf, startTestServer } from "./testing/test-server.ts";

const SETUP = 'process.env.GBOX_API_KEY="key"; import { GboxClient, Architecture } from "gbox-sdk";';
const HANG = (name: string) => `await fetch("/api/v1/test/hang?name=${name}");`;

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event;
}

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  buildSdkBundle();
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.devices.commands.length = 0;
  server.devices.createError = undefined;
});

test("a script drives a device and streams its output", async () => {
  const { response, events } = await server.start(`${SETUP}
    const android = await new GboxClient().initAndroid({ arch: Architecture.X86 });
    console.log("gbox id: ", android.sandboxId);
    await android.keypress("home");
    await android.click(100, 200);
    await android.type("it's %s 👍");
    await android.drag([1, 2], [3, 4], 50);
    console.log((await android.screenshot()).slice(0, 22), await android.getDeviceScreenSize());
    console.log(android);`);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  const all = [];
  for await (const event of events) all.push(event);
  const [start, id, ...rest] = all;
  expect(start).toEqual({ event: "start", data: expect.stringMatching(/^run_/) });
  const sandboxId = SANDBOX_ID_LINE.exec(id?.data ?? "")?.[1];
  expect(id).toEqual({ event: "log", data: `gbox id:  ${sandboxId}` });
  expect(rest).toEqual([
    { event: "log", data: "data:image/png;base64, [ 720, 1280 ]" },
    { event: "log", data: `AndroidGbox { sandboxId: '${sandboxId}', arch: 'x86' }` },
    { event: "end", data: "completed" },
  ]);
  expect(server.devices.commands).toEqual([
    "input keyevent 3",
    "input tap 100 200",
    "input text 'it'\\''s   👍'",
    "input swipe 1 2 3 4 50",
  ]);
});

test("both names of the SDK import the same module", async () => {
  const events = await server.run(`
    import * as one from "gbox-sdk";
    import { Terrarium } from "@terrarium/sdk";
    const two = await import("@terrarium/sdk");
    const names = ["AndroidGbox", "Architecture", "GboxClient", "Terrarium", "TerrariumClient", "TerrariumError"];
    console.log(one.GboxClient === two.GboxClient, names.every((name) => name in one), typeof new Terrarium({ apiKey: "key" }).boxes.list);`);
  expect(dataOf(events, "log")).toEqual(["true true function"]);
});

test.each([
  ["a syntax error", "let a = 1;\nlet b = ;", "SyntaxError: unexpected token in expression: ';'\n    at script.js:2:9"],
  ["an unknown name", "\n\nfoo.bar()", "ReferenceError: 'foo' is not defined\n    at <anonymous> (script.js:3:1)"],
  [
    "an error in a timer",
    "setTimeout(() => { throw new TypeError('late') }, 1); setInterval(() => {}, 1000)",
    "TypeError: late\n    at <anonymous> (script.js:1:39)",
  ],
  [
    "an error in a microtask",
    "queueMicrotask(() => { throw new RangeError('micro') })",
    "RangeError: micro\n    at <anonymous> (script.js:1:44)",
  ],
  [
    "a missing method",
    "const box = {};\nawait box.tap(1);",
    "TypeError: box.tap is not a function\n    at <anonymous> (script.js:2:14)",
  ],
  [
    "a missing method in a call without await",
    "const box = {};\nbox.screen?.(); box.reduce();",
    "TypeError: box.reduce is not a function\n    at <anonymous> (script.js:2:27)",
  ],
  [
    "a missing method at a function's end",
    "function go(box) {\n  return box.tap(1);\n}\ngo({});",
    "TypeError: box.tap is not a function\n    at go (script.js:2:3)\n    at <anonymous> (script.js:4:3)",
  ],
  [
    "a missing argument of a method",
    "const list = [1];\n\nlist.reduce();",
    "TypeError: the argument of reduce is not a function\n    at <anonymous> (script.js:3:12)",
  ],
  [
    "a missing class",
    "const sdk = {};\nnew sdk.Client();",
    "TypeError: sdk.Client is not a function\n    at <anonymous> (script.js:2:15)",
  ],
  ["a thrown value", "throw { code: 7 }", "Uncaught { code: 7 }"],
  [
    "another package",
    'import fs from "node:fs"',
    'Error: Cannot import "node:fs": a script can import "@terrarium/sdk" and "gbox-sdk", nothing else\n    at script.js:1:16',
  ],
  [
    "a package named like an object member",
    'import "constructor"',
    'Error: Cannot import "constructor": a script can import "@terrarium/sdk" and "gbox-sdk", nothing else\n    at script.js:1:8',
  ],
  [
    "an unknown export",
    'import { Nope } from "gbox-sdk"',
    "SyntaxError: Could not find export 'Nope' in module 'gbox-sdk'\n    at script.js:1:10",
  ],
  [
    "require",
    'require("fs")',
    'Error: require("fs") does not work here: write import { TerrariumClient } from "@terrarium/sdk"\n    at <anonymous> (script.js:1:8)',
  ],
  [
    "no key",
    'import { GboxClient } from "gbox-sdk"; new GboxClient()',
    "AuthenticationError: No API key: set TERRARIUM_API_KEY, or give the option `apiKey`\n    at <anonymous> (script.js:1:54)",
  ],
  [
    "a main without await",
    "async function main() {\n  await null;\n  throw new Error('loose');\n}\nmain();",
    "Error: loose\n    at main (script.js:3:18)",
  ],
  [
    "a call within a line without await",
    "const late = async () => { await null; throw new Error('loose'); };\nif (true) late();",
    "Error: loose\n    at late (script.js:1:55)",
  ],
  [
    "one of several calls in a statement without await",
    "const late = async () => { await null; throw new Error('loose'); };\nconst done = async () => 1;\ndone(), late(), done();",
    "Error: loose\n    at late (script.js:1:55)",
  ],
  [
    "a timer's promise without await",
    "setTimeout(async () => { throw new Error('loose'); }, 1); await new Promise((r) => setTimeout(r, 10_000));",
    "Error: loose\n    at <anonymous> (script.js:1:41)",
  ],
  [
    "a method's promise without await",
    "class A {\n  async go() { throw new Error('loose'); }\n}\n  new A().go();",
    "Error: loose\n    at go (script.js:2:31)\n    at <anonymous> (script.js:4:13)",
  ],
  [
    "an error behind a watched call",
    "[1].map(String); foo.bar()",
    "ReferenceError: 'foo' is not defined\n    at <anonymous> (script.js:1:18)",
  ],
  [
    "an error in a block with a resource",
    "{\n  await using a = { [Symbol.asyncDispose]: async () => {} };\n  foo();\n}",
    "ReferenceError: 'foo' is not defined\n    at <anonymous> (script.js:3:3)",
  ],
  [
    "a value that cannot be disposed",
    "await using a = 1;",
    "TypeError: The value of `await using` has no method for its end (Symbol(Symbol.asyncDispose) or Symbol(Symbol.dispose))\n    at <anonymous> (script.js:1:17)",
  ],
  ["an endless await", "await new Promise(() => {})", "The script awaits a promise that nothing can settle any more"],
])("%s ends the run with a matching error", async (_name, code, message) => {
  const events = await server.run(code);
  expect(events.slice(1)).toEqual([
    { event: "error", data: message },
    { event: "end", data: "failed" },
  ]);
});

test("an API error arrives with its message and line", async () => {
  server.devices.createError = new AppError("sandbox_limit", { limit: 20 });
  const events = await server.run(`${SETUP}\nconst gbox = new GboxClient();\nawait gbox.initAndroid();`);
  const [error] = dataOf(events, "error");
  expect(error).toContain("RateLimitError: Sandbox number limit reached");
  expect(error).toContain("(script.js:3:");
});

test("using declarations end their values in reverse order", async () => {
  const events = await server.run(`import "@terrarium/sdk"
    const resource = (name) => ({ name, [Symbol.asyncDispose]: async () => console.log("end", name), [Symbol.dispose]: () => console.log("end", name) });
    await using a = resource("a"), b = await Promise.resolve(resource("b"));
    const nested = async () => { using c = resource("c"); return c.name; };
    console.log(await nested());
    for (await using d of [resource("d1"), resource("d2")]) if (d.name === "d1") continue; else break;
    try { using e = null, f = { [Symbol.dispose]() { throw new Error("failed end"); } }; } catch (error) { console.log(error.message); }
    console.log(a.name, b.name); // last`);
  expect(dataOf(events, "log")).toEqual(["end c", "c", "end d1", "end d2", "failed end", "a b", "end b", "end a"]);
  expect(events.at(-1)?.data).toBe("completed");
});

test("a promise handled elsewhere may fail", async () => {
  const events = await server.run(
    `const cached = Promise.reject(new Error("x"));
    cached.catch(() => {});
    const load = () => cached;
    load();
    const later = (async () => { throw new Error("y"); })();
    const again = () => later;
    again();
    try { await later; } catch (error) { console.log(error.message, later.constructor === Promise); }`,
  );
  expect(events.slice(1)).toEqual([
    { event: "log", data: "y true" },
    { event: "end", data: "completed" },
  ]);
});

test("a main with a handled failure succeeds", async () => {
  const events = await server.run(
    "async function main() { throw new Error('x') }\nmain().catch((error) => console.log(error.message));",
  );
  expect(events.slice(1)).toEqual([
    { event: "log", data: "x" },
    { event: "end", data: "completed" },
  ]);
});

test.each([
  ["a body without code", {}, "key", 400, "invalid_request"],
  ["a script that is too long", { code: "x".repeat(200_001) }, "key", 400, "invalid_request"],
  ["a stranger", { code: "1" }, "nobody", 401, "unauthorized"],
])("rejects %s before anything runs", async (_name, body, key, status, code) => {
  const response = await fetch(`${server.baseUrl}/api/v1/vm/run_code`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect({ status: response.status, body: await response.json() }).toMatchObject({ status, body: { code } });
});

test("limits a team's concurrent scripts over all its keys", async () => {
  const stop = new AbortController();
  const runs = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) => server.start(HANG("slot"), { key: `key${n}`, signal: stop.signal })),
  );
  const refused = await server.start("1");
  expect(refused.response.status).toBe(429);
  expect(await refused.response.json()).toMatchObject({
    code: "run_limit",
    message: "Limit of 6 running scripts per team reached. Stop one and try again",
  });
  expect((await server.start("1", { key: "key-2" })).response.status).toBe(200);
  stop.abort();
  for (const { events } of runs) await expect(drain(events)).rejects.toThrow("aborted");
  await expect.poll(async () => (await server.start("1")).response.status).toBe(200);
});

test("limits a user's concurrent scripts over all teams", async () => {
  const stop = new AbortController();
  const runs = await Promise.all(
    ["2", "2", "2", "2", "3", "3", "3", "3"].map((team, n) =>
      server.start(HANG(`ada${n}`), { key: `key-${team}-ada`, signal: stop.signal }),
    ),
  );
  expect(runs.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  const refused = await server.start("1", { key: "key-4-ada" });
  expect(refused.response.status).toBe(429);
  expect(await refused.response.json()).toMatchObject({
    code: "user_run_limit",
    message: "Limit of 8 running scripts in all your teams reached. Stop one and try again",
  });
  expect((await server.start("1", { key: "key-2-bob" })).response.status).toBe(200);
  stop.abort();
  for (const { events } of runs) await expect(drain(events)).rejects.toThrow("aborted");
  await expect.poll(async () => (await server.start("1", { key: "key-4-ada" })).response.status).toBe(200);
});

test("limits the concurrent scripts of the server", async () => {
  const small = await startTestServer({ concurrentTotal: 1 });
  const stop = new AbortController();
  await small.start(HANG("only"), { signal: stop.signal });
  const refused = await small.start("1", { key: "key-2" });
  expect(refused.response.status).toBe(503);
  expect(await refused.response.json()).toMatchObject({ code: "run_capacity" });
  stop.abort();
  await small.close();
});

test("reports a failed thread start and frees the slot", async () => {
  const unsendable = (() => 1) as unknown as number;
  const broken = await startTestServer({ concurrentTotal: 1, timers: unsendable });
  for (let n = 0; n < 2; n += 1) {
    const { response, events } = await broken.start("1");
    expect(response.status).toBe(200);
    expect((await Array.fromAsync(events)).slice(1)).toEqual([
      { event: "error", data: expect.stringMatching(/^The script could not be run: its thread could not be started/) },
      { event: "end", data: "failed" },
    ]);
  }
  await broken.close();
});

test("stopping ends the script and its requests at once", async () => {
  const stop = new AbortController();
  const { events } = await server.start(`console.log("on"); ${HANG("stopped")}`, { signal: stop.signal });
  await events.next();
  await events.next();
  await expect.poll(() => server.hanging.has("stopped")).toBe(true);
  stop.abort();
  await expect.poll(() => server.hanging.has("stopped")).toBe(false);
});

test("shutdown ends running scripts with an error", async () => {
  const closing = await startTestServer();
  const { events } = await closing.start(HANG("closing"));
  await events.next();
  await expect.poll(() => closing.hanging.has("closing")).toBe(true);
  const closed = closing.close();
  expect((await events.next()).value).toEqual({ event: "error", data: "Stopped: the server is shutting down" });
  expect((await events.next()).value).toEqual({ event: "end", data: "failed" });
  await closed;
});

test("a client that does not read blocks no script", async () => {
  const body = JSON.stringify({
    code: `for (let i = 0; i < 100; i++) console.log("x".repeat(100_000)); await fetch("/api/v1/gbox/android/create", { method: "POST", headers: { authorization: "Bearer key" } });`,
  });
  const before = server.devices.created.length;
  const socket = connect(Number(new URL(server.baseUrl).port), "127.0.0.1");
  await once(socket, "connect");
  socket.pause();
  socket.write(
    `POST /api/v1/vm/run_code HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer key\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => server.devices.created.length).toBe(before + 1);
  socket.destroy();
});
