import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { ApiKey } from "@terrarium/contract/api-key";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL, shellSocketPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createBox, firstTeam, getBox, screenshot } from "../e2e/support/api.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { isListening } from "../packages/platform/src/testing/is-listening.ts";
import {
  type PostgresCluster,
  queryOnce,
  startPostgresCluster,
} from "../packages/platform/src/testing/postgres-cluster.ts";
import { SERVER_PROGRAM } from "../tools/build.ts";

let postgres: PostgresCluster;
let server: TestServer;
let token: string;
let otherDataDir: string;
let other: ChildProcess | undefined;
let environment: Record<string, string>;

beforeAll(async () => {
  postgres = await startPostgresCluster();
  await queryOnce(postgres.address("postgres"), "create database shared");
  const secret = "of-two-servers-that-share-a-database";
  environment = { DATABASE_URL: postgres.address("shared"), TERRARIUM_SECRET: secret };
  server = await startServer(environment);
  otherDataDir = await mkdtemp(path.join(tmpdir(), "terrarium-other-"));
  token = await signIn(server.origin, "ada");
});
afterAll(async () => {
  if (other) await end(other);
  await server.stop();
  await postgres.stop();
  await rm(otherDataDir, { recursive: true, force: true });
});

/** Starts a second server on the same database, with its own data directory. */
function startOther(): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    env: { ...process.env, NODE_ENV: "test", ...environment, PORT: "0", TERRARIUM_DATA_DIR: otherDataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  other = child;
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Opens a shell on a device, like the viewer. */
async function openShell(sandboxId: string) {
  const url = `${server.origin.replace("http", "ws")}${shellSocketPath(sandboxId)}`;
  const socket = new WebSocket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token]);
  socket.binaryType = "arraybuffer";
  let output = "";
  socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) output += Buffer.from(data).toString();
  });
  await once(socket, "open");
  return {
    socket,
    /** Makes the device compute a value, so that an echo of the input is not mistaken for the output. */
    async works(number: number) {
      socket.send(Buffer.from(`echo is $((${number} + 1000))\n`));
      await expect.poll(() => output).toContain(`is ${number + 1000}`);
    },
  };
}

test("a PostgreSQL restart keeps streams, rejects calls and loses nothing", async () => {
  const box = await createBox(server.origin, token);
  const team = await firstTeam(server.origin, token);
  const shell = await openShell(box.id);
  await shell.works(1);
  const keysOf = (name: string) =>
    post(server.origin, "/api/v1/api_key/create_an_api_key", { organizationId: team.id, name }, token);

  const acknowledged: string[] = [];
  let isDown = false;
  const write = async (writer: number) => {
    for (let i = 0; !isDown; i += 1) {
      const answer = await keysOf(`key-${writer}-${i}`);
      if (answer.ok) acknowledged.push(ApiKey.parse(await answer.json()).key);
      else if (answer.status === 503) isDown = true;
      else throw new Error(`${answer.status} ${await answer.text()}`);
    }
  };
  const writers = Promise.all([0, 1, 2, 3].map(write));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
  postgres.crash();
  await writers;

  const refused = await post(server.origin, "/api/v1/boxes", { type: "android" }, token);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).not.toBeNull();
  expect(await refused.json()).toMatchObject({ code: "database_unavailable" });
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
  await shell.works(2);

  await postgres.start();
  const second = startOther();
  const [said] = await Promise.all([text(second.stderr), once(second, "exit")]);
  expect(second.exitCode).toBe(1);
  expect(said).toContain("a database that another server uses");

  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(200);
  await shell.works(3);
  expect(shell.socket.readyState).toBe(WebSocket.OPEN);
  shell.socket.close();
  expect((await getBox(server.origin, token, box.id)).status).toBe("running");
  await screenshot(server.origin, token, box.id);
  const list = await post(server.origin, "/api/v1/api_key/get_all_api_key", { organizationId: team.id }, token);
  const kept = z.array(ApiKey).parse(await list.json());
  expect(kept.map(({ key }) => key)).toEqual(expect.arrayContaining(acknowledged));
  // Background jobs continue too: an expired lifetime is detected.
  const brief = await createBox(server.origin, token, { expiresIn: "1s" });
  await expect.poll(async () => (await getBox(server.origin, token, brief.id)).status).toBe("terminated");
  await post(server.origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
});

test("a hanging PostgreSQL fails calls and is reused later", async () => {
  postgres.freeze();
  try {
    const answer = await post(server.origin, "/api/v1/boxes", { type: "android" }, token);
    expect(await answer.json()).toMatchObject({ code: "database_unavailable" });
  } finally {
    postgres.thaw();
  }
  await expect.poll(async () => (await fetch(`${server.origin}/readyz`)).status).toBe(200);
  const box = await createBox(server.origin, token);
  await post(server.origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
});

test("a server that lost its database lock ends without touching devices", async () => {
  const box = await createBox(server.origin, token);
  const record = path.join(server.dataDir, "devices", box.id, "device.json");
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(await readFile(record, "utf8")));
  process.kill(server.pid(), "SIGSTOP");
  postgres.crash();
  await postgres.start();
  const second = startOther();
  await once(second.stdout, "data");
  process.kill(server.pid(), "SIGCONT");
  expect(await server.untilEnded()).toBe(1);
  await expect.poll(() => server.log()).toContain("another server has taken over the database");
  expect(await isListening(port)).toBe(true);

  // Its next start, after the end of the other server, finds the orphaned device.
  await end(second);
  await server.restart();
  await expect.poll(() => isListening(port)).toBe(false);
});
