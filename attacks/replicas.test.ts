import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { ApiKey } from "@terrarium/contract/api-key";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL, shellSocketPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createBox, firstTeam, getBox, screenshot } from "../e2e/support/api.ts";
import { metric, REPLICA, type Replicas, startReplicas } from "../e2e/support/replicas.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { queryOnce } from "../packages/platform/src/testing/postgres-cluster.ts";

let replicas: Replicas;
let token: string;
beforeAll(async () => {
  replicas = await startReplicas(3);
  token = await signIn(replicas.origin, "ada");
});
afterAll(() => replicas?.stop());

const server = (number: number): TestServer => {
  const found = replicas.servers[number];
  if (!found) throw new Error(`no server ${number}`);
  return found;
};
const query = (text: string) => queryOnce(String(replicas.environment.DATABASE_URL), text);
const statusOf = async (on: TestServer, id: string) => (await getBox(on.origin, token, id)).status;

async function openShell(on: TestServer, sandboxId: string, as = token): Promise<WebSocket> {
  const url = `${on.origin.replace("http", "ws")}${shellSocketPath(sandboxId)}`;
  const socket = new WebSocket(url, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + as]);
  await once(socket, "message");
  return socket;
}

/** Returns the code and reason with which a socket was closed. */
async function closing(socket: WebSocket) {
  const [event] = await once(socket, "close");
  return z.object({ code: z.number(), reason: z.string() }).parse({ code: event.code, reason: event.reason });
}

test("any server shows, drives and ends a sandbox of another", async () => {
  const box = await createBox(server(0).origin, token);
  expect(await statusOf(server(1), box.id)).toBe("running");
  await screenshot(server(2).origin, token, box.id);
  const shells = [await openShell(server(1), box.id), await openShell(server(2), box.id)];
  const closed = Promise.all(shells.map(closing));
  await post(server(0).origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
  for (const { code, reason } of await closed)
    // Reported by the other server, or detected when the connection to the device broke.
    expect({ code, reason }).toEqual({
      code: 4410,
      reason: expect.stringMatching(/(^|is not running: )it was deleted$/),
    });
  expect(await statusOf(server(2), box.id)).toBe("terminated");
});

test("signing out on one server closes sessions on all", async () => {
  const box = await createBox(server(0).origin, token);
  const guest = await signIn(server(1).origin, "ada");
  const shell = await openShell(server(2), box.id, guest);
  const closed = closing(shell);
  const since = performance.now();
  await post(server(0).origin, "/api/v1/auth/logout", {}, guest);
  expect((await closed).code).toBe(4401);
  // The periodic check would come 30 s after the opening, which was just now.
  expect(performance.now() - since).toBeLessThan(20_000);
  await post(server(0).origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
});

test("concurrent calls with one key create one sandbox", async () => {
  const create = ({ origin }: TestServer) =>
    fetch(`${origin}/api/v1/boxes`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": "once" },
      body: JSON.stringify({ type: "android", config: { expiresIn: "5m" } }),
    });
  const answers = await Promise.all(replicas.servers.map(create));
  const ids = await Promise.all(
    answers.map(async (answer) => z.object({ id: z.string() }).parse(await answer.json()).id),
  );
  expect(new Set(ids).size).toBe(1);
  await post(server(0).origin, `/api/v1/boxes/${ids[0]}/terminate`, {}, token);
});

test("a stopping server hands over viewers and keeps sandboxes", async () => {
  const box = await createBox(server(1).origin, token);
  const shell = await openShell(server(1), box.id);
  const closed = closing(shell);
  await server(1).halt();
  expect((await closed).code).toBe(1012);
  expect(await statusOf(server(0), box.id)).toBe("running");
  await screenshot(replicas.origin, token, box.id);
  await expect.poll(() => metric(server(0).origin, "terrarium_replicas")).toBe(2);
  await server(1).restart();
  await post(server(1).origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
});

test("killing servers and PostgreSQL loses and repeats nothing", async () => {
  const team = await firstTeam(replicas.origin, token);
  const boxes = [await createBox(server(0).origin, token), await createBox(server(1).origin, token)];
  const acknowledged: string[] = [];
  const over = new AbortController();
  const write = async (writer: number) => {
    for (let i = 0; !over.signal.aborted; i += 1) {
      const body = { organizationId: team.id, name: `key-${writer}-${i}` };
      const answer = await post(replicas.origin, "/api/v1/api_key/create_an_api_key", body, token).catch(
        () => undefined,
      );
      if (answer?.ok) acknowledged.push(ApiKey.parse(await answer.json()).key);
      // A team has at most a hundred keys; they last two and a half minutes for each writer.
      await setTimeout(3_000);
    }
  };
  const writing = Promise.all([write(0), write(1)]);
  for (const killed of replicas.servers) {
    await killed.kill();
    await query(
      `insert into mails (id, recipient, subject, body, created_at, attempts, due_at)
       select 'mail_' || md5(random()::text), 'a@localhost', 's', 'b', 0, 0, 0 from generate_series(1, 5)`,
    );
    await expect.poll(() => replicas.leader()).toBeDefined();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
    // A killed server may have sent its current mail. The next server waits two minutes before it sends the mail again.
    await expect.poll(() => query("select id from mails")).toEqual([]);
    await killed.restart();
  }
  replicas.postgres.crash();
  await replicas.postgres.start();
  await expect.poll(() => replicas.leader()).toBeDefined();
  over.abort();
  await writing;
  for (const each of replicas.servers)
    await expect.poll(async () => (await fetch(`${each.origin}/readyz`)).status).toBe(200);

  const list = await post(replicas.origin, "/api/v1/api_key/get_all_api_key", { organizationId: team.id }, token);
  const kept = z.array(ApiKey).parse(await list.json());
  expect(kept.map(({ key }) => key)).toEqual(expect.arrayContaining(acknowledged));
  for (const { id } of boxes) {
    expect(await statusOf(server(2), id)).toBe("running");
    await screenshot(replicas.origin, token, id);
    await post(replicas.origin, `/api/v1/boxes/${id}/terminate`, {}, token);
  }
  expect(await query("select sandbox_id from usage_intervals group by sandbox_id having count(*) > 1")).toEqual([]);
  await expect.poll(() => query("select id from mails")).toEqual([]);
  const outboxes = await Promise.all(
    replicas.servers.map(({ dataDir }) => readdir(path.join(dataDir, "outbox")).catch((): string[] => [])),
  );
  const sent = outboxes.flat().filter((name) => name.endsWith(".eml"));
  expect([new Set(sent).size, sent.length]).toEqual([15, 15]);
});

test("the current leader expires sandboxes of a dead server", async () => {
  const leader = await replicas.leader();
  const [maker, last] = replicas.servers.filter((each) => each !== leader);
  if (!leader || !maker || !last) throw new Error("there are not three servers");
  const box = await createBox(maker.origin, token, { expiresIn: "10s" });
  const { id } = await createBox(maker.origin, token);
  // Sets the sandbox back to the state before readiness.
  await query(`update sandboxes set state = 'starting' where id = '${id}'`);
  await maker.kill();
  await leader.kill();
  await expect.poll(() => statusOf(last, box.id)).toBe("terminated");
  await expect.poll(() => statusOf(last, id)).toBe("error");
  await maker.restart();
  await leader.restart();
});

test("a sleeping leader loses its role and continues as follower", async () => {
  const sleeping = await replicas.leader();
  const others = replicas.servers.filter((each) => each !== sleeping);
  const [other] = others;
  if (!sleeping || !other) throw new Error("there are no servers");
  const isLed = async () => {
    const leading = await Promise.all(others.map(({ origin }) => metric(origin, "terrarium_leader")));
    return leading.includes(1);
  };
  process.kill(sleeping.pid(), "SIGSTOP");
  try {
    await expect.poll(isLed, { interval: 500 }).toBe(true);
  } finally {
    process.kill(sleeping.pid(), "SIGCONT");
  }
  // It takes a moment to learn this.
  await expect.poll(() => metric(sleeping.origin, "terrarium_leader"), { interval: 200 }).toBe(0);
  await expect.poll(async () => (await fetch(`${sleeping.origin}/readyz`)).status, { interval: 200 }).toBe(200);
  const box = await createBox(sleeping.origin, token);
  await post(other.origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
});

test("rejects a server with its own devices with the reason", async () => {
  const environment = { ...replicas.environment, TERRARIUM_PROVIDERS: "embedded" };
  await expect(startServer(environment)).rejects.toThrow(
    "the devices of the provider embedded are seen by one server alone",
  );
});

test("rejects a server with another secret and names the setting", async () => {
  const environment = { ...replicas.environment, TERRARIUM_SECRET: "" };
  await expect(startServer(environment, undefined, [], REPLICA)).rejects.toThrow(
    "need TERRARIUM_SECRET, the same on all",
  );
});
