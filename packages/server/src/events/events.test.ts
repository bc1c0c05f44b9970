import { once } from "node:events";
import { EVENTS_SOCKET_PATH, getEvents } from "@terrarium/contract/events";
import { BEARER_PROTOCOL_PREFIX, CLOSE_CODES, PROXY_PROTOCOL } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeWorld, type World } from "../testing/every-call.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world?.app.remove());

interface Message {
  id: string | undefined;
  event: string | undefined;
  data: string;
}

/** Reads a stream of events. `until` resolves with all messages when one fits. */
async function open(token: string | undefined, query = "", headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const answer = await fetch(world.app.origin + getEvents.path + query, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: leaving.signal,
  });
  const messages: Message[] = [];
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function until(fits: (message: Message) => boolean): Promise<Message[]> {
    for (;;) {
      if (messages.some(fits)) return messages;
      const { value, done = true } = (await reader?.read()) ?? {};
      if (done) throw new Error(`the stream ended after ${JSON.stringify(messages)}`);
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        if (field("event") !== undefined)
          messages.push({ id: field("id"), event: field("event"), data: field("data") ?? "" });
      }
    }
  }
  return { status: answer.status, until, leave: () => leaving.abort() };
}

const create = async () => {
  const { body } = await world.app.call("POST", "/api/v1/boxes", {
    token: world.tokens.key,
    body: { type: "android" },
  });
  return String(body.id);
};
const end = (id: string) =>
  world.app.call("POST", `/api/v1/boxes/${id}/terminate`, { token: world.tokens.key, body: {} });
const statesOf = (messages: readonly Message[], boxId: string) =>
  messages
    .filter(({ event }) => event === "box.state")
    .map(({ data }) => JSON.parse(data))
    .filter((event) => event.boxId === boxId)
    .map(({ data }) => data.state);
const isEnd =
  (boxId: string) =>
  ({ event, data }: Message) =>
    event === "box.state" && data.includes(boxId) && data.includes('"ended"');

test("streams states and actions of the team's boxes, and resumes", async () => {
  const stream = await open(world.tokens.readKey);
  const theirs = await open(world.tokens.foreignKey);
  const id = await create();
  await world.app.call("POST", `/api/v1/boxes/${id}/token`, { token: world.tokens.key, body: {} });
  await stream.until(({ event, data }) => event === "box.action" && data.includes('"link"'));
  stream.leave();
  await end(id);
  const seen = await stream.until(() => true);
  expect(statesOf(seen, id)).toEqual(["starting", "running"]);

  const again = await open(world.tokens.readKey, "", { "last-event-id": seen.at(-1)?.id ?? "" });
  expect(statesOf(await again.until(isEnd(id)), id)).toContain("ended");
  again.leave();

  // An event of the other team shows that nothing came before it.
  const foreign = await world.app.call("POST", "/api/v1/boxes", {
    token: world.tokens.foreignKey,
    body: { type: "android" },
  });
  const told = await theirs.until(({ data }) => data.includes(String(foreign.body.id)));
  expect(told.filter(({ data }) => data.includes(id))).toEqual([]);
  theirs.leave();
});

test("streams only the named box, and refuses a foreign one", async () => {
  const [wanted, other] = [await create(), await create()];
  const stream = await open(world.tokens.readKey, `?box=${wanted}`);
  await end(other);
  await end(wanted);
  const seen = await stream.until(isEnd(wanted));
  expect(seen.filter(({ data }) => data.includes(other))).toEqual([]);
  stream.leave();
  expect((await open(world.tokens.foreignKey, `?box=${wanted}`)).status).toBe(404);
  expect((await open(world.tokens.foreignKey, `?organizationId=${world.organizationId}`)).status).toBe(404);
  expect((await open(world.tokens.shellToken)).status).toBe(403);
});

const deleteKey = async (apiKeyId: string) =>
  world.app.call("POST", "/api/v1/api_key/delete_an_api_key", {
    token: world.tokens.owner,
    body: { organizationId: world.organizationId, apiKeyId },
  });
const newKey = async () => {
  const { body } = await world.app.call("POST", "/api/v1/api_key/create_an_api_key", {
    token: world.tokens.owner,
    body: { organizationId: world.organizationId, name: "events", scope: "read" },
  });
  return { id: String(body.id), key: String(body.key) };
};

test("ends with the reason when its key is deleted", async () => {
  const { id, key } = await newKey();
  const stream = await open(key);
  await deleteKey(id);
  const seen = await stream.until(({ event }) => event === "end");
  expect(seen.at(-1)?.data).toContain("Not authorized");
});

test("sends the same events over a WebSocket, until its key is deleted", async () => {
  const { id, key } = await newKey();
  const url = world.app.origin.replace("http", "ws") + EVENTS_SOCKET_PATH;
  const socket = new WebSocket(`${url}?after=evt_unknown`, [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + key]);
  const received: string[] = [];
  socket.on("message", (data) => received.push(String(data)));
  await once(socket, "message");
  expect(received).toEqual(['{"type":"missing"}']);
  const boxId = await create();
  await end(boxId);
  await expect.poll(() => received.some((text) => text.includes(boxId) && text.includes('"ended"'))).toBe(true);
  const closed = once(socket, "close");
  await deleteKey(id);
  expect((await closed)[0]).toBe(CLOSE_CODES.unauthorized);
});
