import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { deviceProcess, isRunning } from "./support/host.ts";

const OPEN_FILES = 256;
let server: TestServer;
let token: string;
/** A client with an existing connection: it opens no new one. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startServer({}, undefined, ["prlimit", `--nofile=${OPEN_FILES}:${OPEN_FILES}`]);
  token = await signIn(server.origin, "ada");
});

afterEach(() => {
  limitOpenFiles(OPEN_FILES);
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(async () => {
  agent.destroy();
  await server?.stop();
});

const limitOpenFiles = (count: number) =>
  execFileSync("prlimit", ["--pid", String(server.pid()), `--nofile=${count}:${OPEN_FILES}`]);

/** Sends a call over the kept connection. */
async function call(method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = request(server.origin + path, { agent, method, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = await once(sent, "response");
  return { status: answer.statusCode as number, body: Box.parse(await json(answer)) };
}
const Box = z.object({ id: z.string().optional(), status: z.string().optional(), code: z.string().optional() });
const create = () => call("POST", "/api/v1/boxes", { type: "android" });
const terminate = (id = "") => call("POST", `/api/v1/boxes/${id}/terminate`, {});

test("one user's maximum of connections leaves enough for others", async () => {
  expect((await call("GET", "/api/v1/boxes/none")).status).toBe(404);
  const { port } = new URL(server.origin);
  const crowd = Array.from({ length: 2 * OPEN_FILES }, () => connect(Number(port), "localhost"));
  for (const socket of crowd) socket.on("error", () => undefined);
  sockets.push(...crowd);
  await Promise.all(crowd.map((socket) => once(socket, "connect").catch(() => undefined)));
  const { status, body } = await create();
  expect({ status, sandbox: body.status }).toEqual({ status: 200, sandbox: "running" });
  expect((await terminate(body.id)).status).toBe(200);
});

test("the server reports missing descriptors, continues and catches up", async () => {
  const { body: box } = await create();
  const pid = deviceProcess(server.dataDir, box.id ?? "");
  // Allows only the standard streams and the descriptors that are already open.
  limitOpenFiles(3);
  expect(await create()).toMatchObject({ status: 503, body: { code: "too_many_open_files" } });
  expect((await call("GET", `/api/v1/boxes/${box.id}`)).body).toMatchObject({ status: "running" });
  expect((await terminate(box.id)).status).toBe(200);
  expect((await call("GET", `/api/v1/boxes/${box.id}`)).body).toMatchObject({ status: "terminated" });

  limitOpenFiles(OPEN_FILES);
  await expect.poll(() => isRunning(pid)).toBe(false);
  const { body: next } = await create();
  expect(next.status).toBe("running");
  expect((await terminate(next.id)).status).toBe(200);
  await expect.poll(() => readdirSync(`${server.dataDir}/devices`)).toEqual([]);
});
