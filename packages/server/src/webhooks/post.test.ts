import { once } from "node:events";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { WEBHOOK_LIMITS } from "@terrarium/contract/limits";
import { resolveWithSystem } from "@terrarium/egress/egress";
import { expect, onTestFinished, test } from "vitest";
import { type PostReach, postJson } from "./post.ts";
import { startReceiver } from "./testing/receiver.ts";

const ALL: PostReach = { egress: "all", resolve: resolveWithSystem };
const never = new AbortController().signal;
const post = (url: string, reach: Partial<PostReach> = {}) =>
  postJson(new URL(url), "{}", { "webhook-id": "evt_1" }, { ...ALL, ...reach }, never);

test("the body and its headers arrive; the answer is told", async () => {
  const { url, received } = await startReceiver();
  expect(await post(url)).toEqual({ status: 200, answer: "thanks", failure: null });
  expect(received).toMatchObject([
    { body: "{}", path: "/hook", headers: { "webhook-id": "evt_1", "content-type": "application/json" } },
  ]);
});

test("a receiver that never answers is given up", async () => {
  const { url } = await startReceiver(() => undefined);
  expect(await post(url, { attemptMs: 200 })).toEqual({ status: null, answer: null, failure: "timeout" });
});

test("cuts a long answer between characters", async () => {
  const { url } = await startReceiver((response) => response.end(`x${"€".repeat(WEBHOOK_LIMITS.answerBytes)}`));
  const { answer } = await post(url);
  expect(answer).toBe(`x${"€".repeat(Math.floor((WEBHOOK_LIMITS.answerBytes - 1) / 3))}`);
});

test("of a receiver that answers for ever, fast or slowly, the beginning is read", async () => {
  const fast = await startReceiver((response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  });
  const answered = await post(fast.url);
  expect(answered).toEqual({ status: 200, answer: "x".repeat(WEBHOOK_LIMITS.answerBytes), failure: null });
  const slow = await startReceiver((response) => void response.write("begun"));
  expect(await post(slow.url, { attemptMs: 5_000 })).toEqual({ status: 200, answer: "begun", failure: null });
});

test("a redirect is not followed", async () => {
  const inside = await startReceiver();
  const { url } = await startReceiver((response) => response.writeHead(307, { location: inside.url }).end());
  expect(await post(url)).toMatchObject({ status: 307, failure: "redirect" });
  expect(inside.received).toEqual([]);
});

test("what is not public is not connected to: by address, by a name, by a name with one such address", async () => {
  const { port, received } = await startReceiver();
  const addresses: Record<string, string[]> = {
    "inside.test": ["127.0.0.1"],
    "both.test": ["93.184.216.34", "127.0.0.1"],
    "metadata.test": ["169.254.169.254"],
  };
  const reach = { egress: "public", resolve: async (name: string) => addresses[name] ?? [] } as const;
  for (const host of ["127.0.0.1", "[::1]", "2130706433", "[::ffff:7f00:1]"])
    expect(await post(`http://${host}:${port}/`, reach)).toMatchObject({ failure: "address_not_allowed" });
  // In the same words as a name that is not there.
  const unknown = [...Object.keys(addresses), "gone.test"].map((host) => post(`http://${host}:${port}/`, reach));
  for (const posted of await Promise.all(unknown)) expect(posted).toMatchObject({ failure: "unknown_host" });
  expect(await post(`http://127.0.0.1:${port}/`, { egress: "off" })).toMatchObject({ failure: "address_not_allowed" });
  expect(received).toEqual([]);
});

test("a name is asked for once in an attempt, and the answer that was checked is connected to", async () => {
  const { port, received } = await startReceiver();
  const asked: string[] = [];
  const answers = [["127.0.0.1"], ["127.0.0.2"]];
  const resolve = async (name: string) => {
    asked.push(name);
    return answers.shift() ?? [];
  };
  expect(await post(`http://changing.test:${port}/`, { resolve })).toMatchObject({ status: 200 });
  expect(asked).toEqual(["changing.test"]);
  expect(received).toMatchObject([{ headers: { host: `changing.test:${port}` } }]);
});

test("a name server that does not answer holds an attempt up no longer than it may take", async () => {
  const resolve = () => new Promise<string[]>(() => undefined);
  expect(await post("http://slow.test/", { resolve, attemptMs: 100 })).toMatchObject({ failure: "timeout" });
});

test("what is no HTTP, no TLS or not there is told apart", async () => {
  const rude = createTcpServer((socket) => socket.on("error", () => undefined).end("SSH-2.0-x\r\n\r\n"));
  rude.listen(0, "127.0.0.1");
  await once(rude, "listening");
  onTestFinished(() => void rude.close());
  const { port } = rude.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: "bad_answer" });
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ failure: "bad_answer" });
  expect(await post("http://127.0.0.1:1/")).toMatchObject({ failure: "unreachable" });
});

test("an answer that goes over to another protocol is none, and ends the attempt", async () => {
  const odd = createTcpServer((socket) =>
    socket
      .on("error", () => undefined)
      .once("data", () => socket.write("HTTP/1.1 101 Odd\r\nupgrade: odd\r\nconnection: upgrade\r\n\r\n")),
  );
  odd.listen(0, "127.0.0.1");
  await once(odd, "listening");
  onTestFinished(() => void odd.close());
  const { port } = odd.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: "bad_answer" });
});

test("bytes of an answer that are no text, and those that no database stores, are replaced", async () => {
  const { url } = await startReceiver((response) => response.end(Buffer.from([0x61, 0, 0xff])));
  expect(await post(url)).toMatchObject({ answer: "a\uFFFD\uFFFD" });
});

test("whoever ends the sender ends the attempt", async () => {
  const { url } = await startReceiver(() => undefined);
  const ending = new AbortController();
  const posted = postJson(new URL(url), "{}", {}, ALL, ending.signal);
  ending.abort(new Error("the server ends"));
  await expect(posted).rejects.toThrow("the server ends");
});
