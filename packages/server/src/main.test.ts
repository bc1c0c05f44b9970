import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { afterEach, expect, test } from "vitest";
import { SERVER_PROGRAM } from "../../../tools/build.ts";

const base = temporaryFolder();
const children: ChildProcess[] = [];
const ownEnvironment = {
  PATH: process.env.PATH ?? "",
  TMPDIR: tmpdir(),
  PORT: "0",
  // For fast starts: no standby devices, and a compile cache.
  TERRARIUM_STANDBY_DEVICES: "0",
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
};
let count = 0;

interface Run {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the first line on stdout. */
  ready: Promise<string>;
  exited: Promise<unknown[]>;
}

function start(environment: Record<string, string> = {}): Run {
  const dataDir = path.join(base, String(count++));
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    env: { ...ownEnvironment, TERRARIUM_DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const output = { stdout: "", stderr: "" };
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output.stdout += chunk;
      if (output.stdout.includes("\n")) resolve(output.stdout.trimEnd());
    });
    child.on("exit", (code) => reject(new Error(`ended with code ${code}: ${output.stderr}`)));
  });
  ready.catch(() => {});
  child.stderr.on("data", (chunk) => (output.stderr += chunk));
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, ready, exited: once(child, "close") };
}

const portOf = (line: string): number => Number(/http:\/\/localhost:(\d+)/.exec(line)?.[1]);

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

test("prints the URL and sign-in, logs JSON, ends cleanly", async () => {
  const run = start();
  const line = await run.ready;
  expect(line).toMatch(
    /^Terrarium is ready at http:\/\/localhost:\d+ — sign in with any name \(local sign-in\)\. E-mail goes to \/.+\/outbox\.$/,
  );
  const health = await fetch(`http://localhost:${portOf(line)}/healthz`);
  expect({ status: health.status, body: await health.json() }).toEqual({ status: 200, body: { status: "ok" } });

  run.child.kill("SIGTERM");
  expect(await run.exited).toEqual([0, null]);
  expect(run.stdout().trimEnd()).toBe(line);
  for (const entry of run.stderr().trim().split("\n")) expect(JSON.parse(entry)).toHaveProperty("msg");
});

test("behind a proxy, prints the public and the local address", async () => {
  const line = await start({ PUBLIC_URL: "http://localhost:8080" }).ready;
  const [, port] =
    /^Terrarium is ready at http:\/\/localhost:8080, behind a proxy to http:\/\/localhost:(\d+) — /.exec(line) ?? [];
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
});

test("an open connection does not block the end", async () => {
  const run = start();
  const socket = connect(portOf(await run.ready), "127.0.0.1");
  socket.on("error", () => {});
  // A request that never ends.
  socket.write("POST /api/v1/auth/github/callback HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n");
  await once(socket, "connect");
  run.child.kill("SIGINT");
  expect(await run.exited).toEqual([0, null]);
});

test("a second server on the data directory exits with the reason", async () => {
  const environment = { TERRARIUM_DATA_DIR: path.join(base, "shared") };
  await start(environment).ready;
  const second = start(environment);
  expect(await second.exited).toEqual([1, null]);
  expect(second.stderr()).toMatch(/^terrarium: TERRARIUM_DATA_DIR .* is used by another server: .*\n$/);
});

/** On a signal, leaves a rejected promise, an error event and a thrown error unhandled, like a careless library. */
const CARELESS = `data:text/javascript,${encodeURIComponent(`
  import { EventEmitter } from "node:events";
  process.on("SIGUSR2", () => {
    Promise.reject(new Error("left alone"));
    setImmediate(() => new EventEmitter().emit("error", new Error("not listened to")));
    setImmediate(() => { throw new Error("not caught"); });
  });
  process.on("SIGWINCH", () => { throw Object.assign(new Error("broken"), { code: "ERR_INTERNAL_ASSERTION" }); });
`)}`;

test("unhandled failures are counted and end nothing", async () => {
  const run = start({ NODE_OPTIONS: `--import=${CARELESS}` });
  const origin = `http://localhost:${portOf(await run.ready)}`;
  const counted = async () =>
    (await (await fetch(`${origin}/metrics`)).text())
      .split("\n")
      .filter((line) => line.startsWith("terrarium_unowned"));
  expect(await counted()).toEqual([
    'terrarium_unowned_failures_total{kind="rejection"} 0',
    'terrarium_unowned_failures_total{kind="exception"} 0',
  ]);
  run.child.kill("SIGUSR2");
  await expect
    .poll(counted)
    .toEqual([
      'terrarium_unowned_failures_total{kind="rejection"} 1',
      'terrarium_unowned_failures_total{kind="exception"} 2',
    ]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  for (const words of ["left alone", "not listened to", "not caught"])
    await expect.poll(() => run.stderr()).toContain(words);
  run.child.kill("SIGWINCH");
  expect(await run.exited).toEqual([1, null]);
});

test("a kill frees the data directory", async () => {
  const environment = { TERRARIUM_DATA_DIR: path.join(base, "killed") };
  const first = start(environment);
  await first.ready;
  first.child.kill("SIGKILL");
  await first.exited;
  expect(await start(environment).ready).toContain("ready");
});

test("reports an occupied port in one line", async () => {
  const port = String(portOf(await start().ready));
  const second = start({ PORT: port });
  expect(await second.exited).toEqual([1, null]);
  expect(second.stderr()).toContain("terrarium: PORT is in use by another program");
});

test.each([
  ["HOST", { HOST: "0.0.0.0" }],
  ["PORT", { PORT: "many" }],
  ["DATABASE_URL", { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" }],
  ["TERRARIUM_DATA_DIR", { TERRARIUM_DATA_DIR: fileURLToPath(import.meta.url) }],
  ["TERRARIUM_DATA_DIR", { TERRARIUM_DATA_DIR: "/proc/terrarium/data" }],
])("a bad %s stops the start with one line that names it", async (name, environment) => {
  const run = start(environment);
  expect(await run.exited).toEqual([1, null]);
  expect(run.stdout()).toBe("");
  expect(run.stderr()).toMatch(new RegExp(`^terrarium: ${name} [^\n]+\n$`));
});
