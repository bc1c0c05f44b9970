import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { oldestNode } from "./oldest-node.ts";

/**
 * A fake npm that unpacks a package of two files, and waits for the test between them. Like the real one, it treats a
 * package with a package.json as complete.
 */
const NPM = `
  import { existsSync, mkdirSync, writeFileSync } from "node:fs";
  import { connect } from "node:net";
  const wanted = process.argv.find((arg) => arg.startsWith("node-")) ?? "library@1.0.0";
  const [name, version] = wanted.split("@");
  const folder = "node_modules/" + name;
  if (existsSync(folder + "/package.json")) process.exit(0);
  mkdirSync(folder + "/bin", { recursive: true });
  writeFileSync(folder + "/package.json", "{}");
  const test = connect(Number(process.env.TEST_PORT), "127.0.0.1");
  await new Promise((resolve) => test.on("end", resolve).resume());
  const node = '#!/bin/sh\\nif [ "$1" = --version ]; then echo v' + version + '; else exec "' + process.env.TEST_NODE + '" "$@"; fi\\n';
  writeFileSync(folder + "/bin/node", node, { mode: 0o755 });
`;
/** Prints whether the package is complete. */
const TELL = `
  import { existsSync } from "node:fs";
  export const run = () => console.log(existsSync("node_modules/library/bin/node") ? "whole" : "half");
`;
/** Runs until it is ended, like a server. */
const SERVE = `
  import { say } from "../shell.ts";
  export const run = () => new Promise(() => setInterval(say, 60_000, say("serving")));
`;
/** The oldest Node that can start the npm scripts. */
const OLDEST_NODE = oldestNode(18);

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "terrarium-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, "tools/commands"), { recursive: true });
  for (const file of readdirSync("tools").filter((name) => /^[\w-]+\.(?:ts|mjs)$/.test(name)))
    cpSync(path.join("tools", file), path.join(root, "tools", file));
  writeFileSync(path.join(root, "tools/commands/tell.ts"), TELL);
  writeFileSync(path.join(root, "tools/commands/serve.ts"), SERVE);
  writeFileSync(path.join(root, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(root, "package-lock.json"), "{}");
  writeFileSync(path.join(root, "npm.mjs"), NPM);
});

/** Reports each npm that has unpacked half of its package. The npm continues when its socket ends. */
async function watchNpm() {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  // Some clients are killed.
  server.on("connection", (socket) => socket.on("error", () => undefined));
  const half = () => new Promise<Socket>((resolve) => server.once("connection", resolve));
  /** Stops holding them up. Returns a function that counts installs since then. */
  const letAllGo = () => {
    let count = 0;
    server.on("connection", (socket) => (count++, socket.end()));
    return () => count;
  };
  return { port, half, letAllGo };
}

interface Start {
  child: ChildProcess;
  said: AsyncIterator<string>;
  /** Output of the command. */
  told: Promise<string>;
}

function start(port: number, node = process.execPath, command: "tell" | "serve" = "tell"): Start {
  const env = { npm_execpath: path.join(root, "npm.mjs"), TEST_PORT: String(port), TEST_NODE: process.execPath };
  const child = spawn(node, [path.join(root, "tools/bootstrap.mjs"), command], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // In a process group with npm, like a program that receives Ctrl-C.
    detached: true,
  });
  onTestFinished(() => end(child));
  return {
    child,
    said: createInterface(child.stderr)[Symbol.asyncIterator](),
    told: child.stdout.setEncoding("utf8").reduce((all: string, piece: string) => all + piece, ""),
  };
}

function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
}

test.each([
  ["of the dependencies", 1, process.execPath],
  // The dependencies follow.
  ["of Node", 2, OLDEST_NODE],
])("repeats a killed install %s", async (_, expected, node) => {
  const npm = await watchNpm();
  const first = npm.half();
  const killed = start(npm.port, node);
  await first;
  end(killed.child);
  await once(killed.child, "close");

  const installs = npm.letAllGo();
  expect(await start(npm.port, node).told).toBe("whole\n");
  expect(installs()).toBe(expected);
  expect(await start(npm.port, node).told).toBe("whole\n");
  expect(installs()).toBe(expected);
});

test("concurrent starts wait for a single install", async () => {
  const npm = await watchNpm();
  const half = npm.half();
  const first = start(npm.port);
  const socket = await half;
  const second = start(npm.port);
  expect((await second.said.next()).value).toBe("terrarium: waiting for another command that installs");
  socket.end();
  expect(await Promise.all([first.told, second.told])).toEqual(["whole\n", "whole\n"]);
});

test("does not replace packages while another command uses them", async () => {
  const npm = await watchNpm();
  const installs = npm.letAllGo();
  const server = start(npm.port, process.execPath, "serve");
  for (;;) if ((await server.said.next()).value === "terrarium: serving") break;
  writeFileSync(path.join(root, "package-lock.json"), '{"of":"an update"}');

  const early = start(npm.port);
  const refused = once(early.child, "close");
  expect((await early.said.next()).value).toBe(
    "terrarium: the dependencies must be updated, but a server or another command of this folder uses them: stop it, then try again",
  );
  expect(await refused).toEqual([1, null]);
  expect(installs()).toBe(1);

  end(server.child);
  await once(server.child, "close");
  rmSync(path.join(root, "node_modules/library"), { recursive: true });
  expect(await start(npm.port).told).toBe("whole\n");
  expect(installs()).toBe(2);
});

test("concurrent Node installs are both complete without leftovers", async () => {
  const npm = await watchNpm();
  const starts = [];
  const sockets = [];
  for (let i = 0; i < 2; i++) {
    const half = npm.half();
    starts.push(start(npm.port, OLDEST_NODE));
    sockets.push(await half);
  }
  npm.letAllGo();
  for (const socket of sockets) socket.end();
  expect(await Promise.all(starts.map(({ told }) => told))).toEqual(["whole\n", "whole\n"]);
  expect(readdirSync(path.join(root, ".node"))).toEqual(["node_modules"]);
});
