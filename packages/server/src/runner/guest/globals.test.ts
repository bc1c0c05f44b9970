import { readFileSync } from "node:fs";
import { format } from "node:util";
import { runInNewContext, runInThisContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSdkBundle, dataOf, startTestServer } from "../testing/test-server.ts";

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  buildSdkBundle();
  server = await startTestServer({ concurrentPerTeam: 100 });
});
afterAll(() => server.close());

/** Returns the output of a successful script, call by call. */
async function logsOf(code: string): Promise<string[]> {
  const events = await server.run(code);
  expect(dataOf(events, "error")).toEqual([]);
  return dataOf(events, "log");
}

test("console prints values as Node does", async () => {
  const calls = [
    `"gbox id: ", "sbx_1"`,
    `"a", 1, -0, 1n, true, null, undefined, Symbol("s")`,
    `{ a: 1, "b-c": "it's", d: { e: { f: { g: 1 } } }, [Symbol("k")]: 2 }`,
    `[1, "x", [], {}, [[[[1]]]]], [undefined, null]`,
    `{ long: "x".repeat(30), longer: "y".repeat(30), more: ["z"] }`,
    `"100%", "50% of %s", 1`,
    `"%s is %d years, %i, %f, %j %% %o", "Bob", "42", 42.9, "1.5", { a: 1 }, 7, "rest"`,
    `new Map([["a", 1], [{ k: 1 }, [2]]]), new Set([1, "b"])`,
    `function named() {}, () => {}, class A {}, async function b() {}`,
    `new (class Point { x = 1; #y = 2 })(), new (class Empty {})(), Object.create(null)`,
    `new Date(0), /a+/gi, new Date(NaN)`,
    `new Uint8Array([1, 2, 3]), { get a() { return 1 }, set b(v) {} }`,
    `"line\\none", ["two\\nlines"]`,
    `Array.from({ length: 102 }, () => "item"), []`,
  ];
  const expected = calls.map((call) => format(...(runInThisContext(`[${call}]`) as unknown[])));
  const printed = await logsOf(calls.map((call) => `console.log(${call});`).join("\n"));
  // Node prints long lists in columns. This console prints each item on its own line.
  const lists = (texts: string[]) => texts.map((text) => text.replaceAll(/'item',\s+/g, "'item', "));
  expect(lists(printed)).toEqual(lists(expected));
});

test("console shows errors with location and properties", async () => {
  const [own, cyclic] = await logsOf(`
    const error = Object.assign(new TypeError("bad", { cause: new Error("deep") }), { code: "E1" });
    console.error(error);
    const ring = { name: "ring" }; ring.self = ring; console.log(ring);`);
  expect(own).toMatch(
    /^TypeError: bad\n {4}at <anonymous> \(script\.js:2:\d+\)\n {2}\[cause\]: Error: deep[^]*\{\s+code: 'E1'\s+\}$/,
  );
  expect(cyclic).toBe("{ name: 'ring', self: [Circular] }");
});

test("timers run in order, stop, and pass arguments", async () => {
  const logs = await logsOf(`
    setTimeout((a, b) => console.log("second", a, b), 200, 1, 2);
    setTimeout(() => console.log("first"), 5);
    clearTimeout(setTimeout(() => console.log("never"), 1));
    let n = 0;
    const ticks = setInterval(() => { if (++n === 3) { clearInterval(ticks); console.log("ticks", n); } }, 10);
    queueMicrotask(() => console.log("microtask"));
    console.log("now");`);
  expect(logs.slice(0, 3)).toEqual(["now", "microtask", "first"]);
  expect(logs.toSorted()).toEqual(["first", "microtask", "now", "second 1 2", "ticks 3"]);
});

test("converts text, bytes and base64 exactly", async () => {
  const logs = await logsOf(`
    const text = "Grüße 👍\\0";
    const bytes = new TextEncoder().encode(text);
    console.log(bytes.length, new TextDecoder().decode(bytes) === text, new TextDecoder().decode(bytes.subarray(0, 3)));
    console.log(btoa("hello"), atob("aGVsbG8="), new TextDecoder().decode(new Uint8Array([0xff])) === "\\ufffd");
    for (const wrong of [() => atob("*"), () => btoa("👍"), () => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([0xff])), () => new TextDecoder("latin1")])
      try { wrong(); console.log("no error") } catch (error) { console.log(error.name) }`);
  expect(logs).toEqual([
    "13 true Grü".replace("Grü", "Gr\ufffd"),
    "aGVsbG8= hello true",
    "InvalidCharacterError",
    "InvalidCharacterError",
    "TypeError",
    "RangeError",
  ]);
});

test("URL and URLSearchParams parse, change and print", async () => {
  const logs = await logsOf(`
    const url = new URL("../b?x=1&y=%20z#h", "https://user@host:8080/a/c/");
    console.log(url.href, url.origin, url.host, url.port, url.pathname, url.search, url.hash, url.username);
    url.searchParams.append("q", "a b&c"); url.searchParams.set("x", 2); url.searchParams.delete("y"); url.pathname = "/new path"; url.hash = "";
    console.log(String(url), JSON.stringify({ url }), url.searchParams.get("q"), [...url.searchParams].length);
    url.search = "?k=v"; console.log(url.searchParams.get("k"), url.searchParams.has("x"));
    console.log(String(new URLSearchParams({ b: "2", a: "1" })), String(new URLSearchParams([["a", "1"], ["a", "2"]])), URL.canParse("nope"), URL.parse("nope"));
    try { new URL("nope") } catch (error) { console.log(error.name, error.message) }`);
  expect(logs).toEqual([
    "https://user@host:8080/a/b?x=1&y=%20z#h https://host:8080 host:8080 8080 /a/b ?x=1&y=%20z #h user",
    'https://user@host:8080/new%20path?x=2&q=a+b%26c {"url":"https://user@host:8080/new%20path?x=2&q=a+b%26c"} a b&c 2',
    "v false",
    "b=2&a=1 a=1&a=2 false null",
    "TypeError Invalid URL: nope",
  ]);
});

test("structuredClone copies deeply, keeps identity, rejects functions", async () => {
  const logs = await logsOf(`
    const shared = { n: 1 };
    const source = { a: shared, b: shared, map: new Map([["k", new Set([1])]]), date: new Date(0), bytes: new Uint8Array([1, 2]), list: [1, , 3] };
    source.self = source;
    const copy = structuredClone(source);
    console.log(copy !== source, copy.self === copy, copy.a === copy.b, copy.a !== shared, copy.map.get("k").has(1), copy.date.getTime(), copy.bytes[1], copy.list.length);
    try { structuredClone({ f() {} }) } catch (error) { console.log(error.name) }`);
  expect(logs).toEqual(["true true true true true 0 2 3", "DataCloneError"]);
});

test("fetch reaches only the own API, by all its addresses", async () => {
  const call = `{ method: "POST", headers: { authorization: "Bearer key", "content-type": "application/json" }, body: "{}" }`;
  const port = new URL(server.baseUrl).port;
  const logs = await logsOf(`
    const path = "/api/v1/gbox/android/create";
    for (const base of ["", process.env.GBOX_BASE_URL, "http://localhost:${port}", "https://phones.example"]) {
      const response = await fetch(base + path, ${call});
      console.log(response.ok, response.status, response.headers.get("Content-Type"), (await response.json()).uid.slice(0, 4));
    }
    for (const url of ["http://example.com/", "http://127.0.0.1:1/api/v1/", "/healthz", "/api/v1/../../metrics", "file:///etc/passwd", "http://[::1]:${port}@evil.example/api/v1/"])
      await fetch(url).catch((error) => console.log(error.name, error.message.includes("reaches only this service's API")));`);
  expect(logs).toEqual([
    ...Array(4).fill("true 200 application/json; charset=utf-8 sbx_"),
    ...Array(6).fill("TypeError true"),
  ]);
});

test("fetch supports abort and rejects invalid requests", async () => {
  const logs = await logsOf(`
    await fetch("/api/v1/x", { signal: AbortSignal.abort() }).catch((error) => console.log(error.name));
    await fetch("/api/v1/test/hang", { signal: AbortSignal.timeout(20) }).catch((error) => console.log(error.name));
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("mine")), 20);
    await fetch("/api/v1/test/hang", { signal: AbortSignal.any([controller.signal]) }).catch((error) => console.log(error.message));
    await fetch("/api/v1/x", { method: "POST", body: {} }).catch((error) => console.log(error.name));
    await fetch("/api/v1/x", { method: "TRACE" }).catch((error) => console.log(error.name));
    const echo = await fetch("/api/v1/test/echo", { method: "POST", headers: { cookie: "a=1", "X-Forwarded-For": "1.2.3.4", "X-Own": "yes" }, body: new Uint8Array([1, 255]) });
    console.log(await echo.text());
    await echo.text().catch((error) => console.log(error.message));`);
  expect(logs).toEqual([
    "AbortError",
    "TimeoutError",
    "mine",
    "TypeError",
    "TypeError",
    "cookie: none, forwarded: none, own: yes, body: 01ff",
    "The response's body was read already",
  ]);
});

test("the editor's declarations name all globals", async () => {
  const declarations = readFileSync(
    new URL("../../../../sdk/src/publish/script-globals.d.ts", import.meta.url),
    "utf8",
  );
  const declared = Array.from(declarations.matchAll(/^declare (?:var|function|class) (\w+)/gm), ([, name]) => name);
  const ofLanguage: string[] = runInNewContext("Object.getOwnPropertyNames(globalThis)");
  const [names = ""] = await logsOf("console.log(Object.getOwnPropertyNames(globalThis).join())");
  // Scripts get an explanation from `require`, internal functions have two underscores, and V8 has no InternalError.
  const own = names
    .split(",")
    .filter((name) => !ofLanguage.includes(name) || name === "console")
    .filter((name) => !name.startsWith("__") && name !== "require" && name !== "InternalError");
  expect(new Set(declared)).toEqual(new Set(own));
});
