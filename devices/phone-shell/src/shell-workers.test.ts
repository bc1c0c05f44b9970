import { createClock, shareClock } from "@terrarium/phone-system/create-clock";
import { shareRandom } from "@terrarium/phone-system/random";
import { afterEach, describe, expect, it } from "vitest";
import { LIMITS } from "./limits.ts";
import { ShellWorkers } from "./shell-workers.ts";
import type { SystemCalls } from "./system-calls/system-calls.ts";
import { TestClient } from "./testing/test-shell.ts";

/** Makes a fake worker thread. It announces itself and runs the test's code for each message. */
function thread(onMessage: string): URL {
  const program = `
    import { parentPort as port } from "node:worker_threads";
    const say = (shell, text, stream = "stdout") =>
      port.postMessage({ type: "output", shell, stream, bytes: new TextEncoder().encode(text) });
    const exit = (shell, exitCode) => port.postMessage({ type: "exit", shell, exitCode });
    const snapshot = { cwd: "/sdcard", variables: [], functions: [], aliases: [], options: [], exitCode: 0 };
    port.postMessage({ type: "pong", processes: 0 });
    port.on("message", (message) => {
      const { type, shell, options } = message;
      ${onMessage}
      if (type === "ping") port.postMessage({ type: "pong", processes: 0 });
    });`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
}

const open: ShellWorkers[] = [];
afterEach(() => Promise.all(open.splice(0).map((workers) => workers.close())));

function start(onMessage: string, more: { system?: Partial<SystemCalls>; unresponsiveMs?: number } = {}): ShellWorkers {
  const workers = new ShellWorkers({
    entry: thread(onMessage),
    settings: {
      filesFolder: "/none",
      quota: { counters: new SharedArrayBuffer(0), limitBytes: 0, roots: [], hostSpareBytes: 0 },
      clock: shareClock({ kind: "real" }, 0),
      random: shareRandom(undefined),
    },
    clock: createClock(),
    ...more,
    system: (more.system ?? {}) as SystemCalls, // a tested thread makes no other calls
  });
  open.push(workers);
  return workers;
}

/** Serves a client. Returns the client and the end of its service. */
function serve(workers: ShellWorkers, request: Parameters<ShellWorkers["serve"]>[1] = {}) {
  const client = new TestClient();
  return { client, served: workers.serve(client, request) };
}

const seen = (client: TestClient, text: string) =>
  expect.poll(() => client.stdout, { timeout: 90_000 }).toContain(text);

describe("a shell thread that ends", () => {
  it.each([
    ["by itself", `if (type === "open") process.exit(0)`, "sh: the shell ended unexpectedly\n"],
    ["with an error", `if (type === "open") throw new Error("broken")`, "sh: the shell failed: broken\n"],
    ["with a thrown string", `if (type === "open") throw "words"`, "sh: the shell failed: words\n"],
    [
      "out of memory",
      `if (type === "open") { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)); }`,
      "sh: out of memory\n",
    ],
  ])("%s reports the reason to a client, with the exit code of a killed process", async (_how, script, message) => {
    const { client, served } = serve(start(script), { command: "true" });
    expect(await client.exited.promise).toBe(137);
    expect([client.stdout, client.stderr]).toEqual(["", message]);
    await served;
  });

  it("sends its previous output to the client first", async () => {
    const { client } = serve(
      start(`if (type === "open") { say(shell, "half"); setTimeout(() => process.exit(1), 1); }`),
      {
        command: "true",
      },
    );
    expect(await client.exited.promise).toBe(137);
    expect([client.stdout, client.stderr]).toEqual(["half", "sh: the shell ended unexpectedly\n"]);
  });

  it("is replaced by another, with the shells at a terminal restored", async () => {
    const { client, served } = serve(
      start(`
        if (type === "open" && !options.snapshot) {
          port.postMessage({ type: "snapshot", shell, snapshot });
          say(shell, "first");
        }
        if (type === "open" && options.snapshot) say(shell, "again " + options.snapshot.cwd + " " + options.snapshot.exitCode);
        if (type === "input") process.exit(1);`),
      { terminal: "xterm" },
    );
    await seen(client, "first");
    client.type("x");
    await seen(client, "again /sdcard 137");
    expect(client.stdout).toBe("first\rsh: the shell ended unexpectedly\r\nagain /sdcard 137");
    client.hangUp();
    await served;
  });

  it("ends all clients, and a new thread serves later ones", async () => {
    const workers = start(`
      if (type === "open" && options.command === "end") process.exit(1);
      if (type === "open" && options.command === "work") { say(shell, "done"); exit(shell, 0); }`);
    const waiting = serve(workers, { command: "wait" });
    const ending = serve(workers, { command: "end" });
    expect(await Promise.all([waiting.client.exited.promise, ending.client.exited.promise])).toEqual([137, 137]);
    const later = serve(workers, { command: "work" });
    expect([await later.client.exited.promise, later.client.stdout]).toEqual([0, "done"]);
  });

  it("runs a command at a terminal only once", async () => {
    const { client } = serve(start(`if (type === "open") process.exit(1)`), { terminal: "xterm", command: "top" });
    expect(await client.exited.promise).toBe(137);
    expect(client.stdout).toBe("\rsh: the shell ended unexpectedly\r\n");
  });
});

describe("a thread that hangs", () => {
  it("is ended after its limit of processor time", async () => {
    const script = `if (type === "open") { say(shell, "begun"); for (;;); }`;
    const { client } = serve(start(script, { unresponsiveMs: 300 }), { command: "true" });
    await seen(client, "begun");
    // Input triggers an immediate check of the worker.
    client.type("x");
    expect(await client.exited.promise).toBe(137);
    expect(client.stderr).toMatch(/^sh: ended: a command took the processor for [\d.]+ s without a pause\n$/);
  });

  it("keeps running while it uses no processor time", async () => {
    const script = `
      if (type === "open") {
        say(shell, "begun, ");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
        say(shell, "slept");
        exit(shell, 0);
      }`;
    const { client } = serve(start(script, { unresponsiveMs: 100 }), { command: "true" });
    await seen(client, "begun");
    client.type("x");
    expect([await client.exited.promise, client.stdout]).toEqual([0, "begun, slept"]);
  });
});

describe("a client", () => {
  const echo = `
    if (type === "open") say(shell, "open ");
    if (type === "input") say(shell, new TextDecoder().decode(message.bytes));
    if (type === "inputEnd") exit(shell, 7);
    if (type === "resize") say(shell, message.rows + "x" + message.columns);
    if (type === "hangUp") port.postMessage({ type: "typed", line: "hung up " + message.endsInput });`;

  it("counts towards a limit of clients", async () => {
    const workers = start(echo);
    const all = Array.from({ length: LIMITS.shells }, () => serve(workers));
    const { client } = serve(workers);
    expect(await client.exited.promise).toBe(1);
    expect(client.stderr).toBe(`sh: this device runs no more than ${LIMITS.shells} shells at once\n`);
    // A disconnected client makes room for another.
    all[0]?.client.hangUp();
    await all[0]?.served;
    const next = serve(workers);
    await seen(next.client, "open");
    expect(next.client.stderr).toBe("");
  });

  it("types, resizes, ends its input and receives the exit code last", async () => {
    const { client, served } = serve(start(echo));
    client.type("a line ");
    await seen(client, "a line");
    client.resize(30, 100);
    await seen(client, "30x100");
    client.stdin.end();
    expect(await client.exited.promise).toBe(7);
    await served;
    expect(client.stdout).toBe("open a line 30x100");
  });

  it("is ignored if it disconnects before it is served", async () => {
    const workers = start(echo);
    const client = new TestClient();
    client.hangUp();
    await workers.serve(client, {});
    expect(client.stdout).toBe("");
  });

  it("gets the latest five hundred typed lines, without consecutive duplicates", async () => {
    const workers = start(`
      if (type === "open" && options.command === "type") {
        for (let i = 0; i < 600; i++) port.postMessage({ type: "typed", line: "line " + (i >> 1) });
        for (let i = 0; i < 300; i++) port.postMessage({ type: "typed", line: "more " + i });
        exit(shell, 0);
      }
      if (type === "open" && options.command !== "type") say(shell, JSON.stringify([options.history.length, options.history[0]]));`);
    await serve(workers, { command: "type" }).served;
    const { client } = serve(workers);
    await seen(client, "]");
    expect(client.stdout).toBe('[500,"line 100"]');
  });
});

describe("a call from the thread to the device", () => {
  it.each([
    ["is answered", async () => "14", "value 14"],
    [
      "fails with the device's message",
      async () => Promise.reject(new Error("no such property")),
      "error no such property",
    ],
  ])("%s", async (_how, getProperty, answer) => {
    const workers = start(
      `if (type === "open") port.postMessage({ type: "call", id: 1, name: "getProperty", args: ["x"], shell: (globalThis.asking = shell) });
       if (type === "answer") { say(asking, message.error ? "error " + message.error : "value " + message.value); exit(asking, 0); }`,
      { system: { getProperty } },
    );
    const { client } = serve(workers, { command: "getprop x" });
    await client.exited.promise;
    expect(client.stdout).toBe(answer);
  });
});

describe("closing", () => {
  it("ends all clients, and shells can be opened again", async () => {
    const workers = start(`if (type === "open") say(shell, "open")`);
    const clients = [serve(workers), serve(workers, { terminal: "xterm" })];
    for (const { client } of clients) await seen(client, "open");
    await workers.close();
    expect(await Promise.all(clients.map(({ client }) => client.exited.promise))).toEqual([137, 137]);
    await seen(serve(workers).client, "open");
  });
});
