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

test("sends body and headers and returns the response", async () => {
  const { url, received } = await startReceiver();
  expect(await post(url)).toEqual({ status: 200, answer: "thanks", failure: null });
  expect(received).toMatchObject([
    { body: "{}", path: "/hook", headers: { "webhook-id": "evt_1", "content-type": "application/json" } },
  ]);
});

test("aborts when a receiver never responds", async () => {
  const { url } = await startReceiver(() => undefined);
  expect(await post(url, { attemptMs: 200 })).toEqual({ status: null, answer: null, failure: "timeout" });
});

test("cuts a long response between characters", async () => {
  const { url } = await startReceiver((response) => response.end(`x${"€".repeat(WEBHOOK_LIMITS.answerBytes)}`));
  const { answer } = await post(url);
  expect(answer).toBe(`x${"€".repeat(Math.floor((WEBHOOK_LIMITS.answerBytes - 1) / 3))}`);
});

test("reads only the start of an endless response", async () => {
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

test("does not follow a redirect", async () => {
  const inside = await startReceiver();
  const { url } = await startReceiver((response) => response.writeHead(307, { location: inside.url }).end());
  expect(await post(url)).toMatchObject({ status: 307, failure: "redirect" });
  expect(inside.received).toEqual([]);
});

test("does not connect to non-public addresses, direct or by name", async () => {
  const { port, received } = await startReceiver();
  const addresses: Record<string, string[]> = {
    "inside.test": ["127.0.0.1"],
    "both.test": ["93.184.216.34", "127.0.0.1"],
    "metadata.test": ["169.254.169.254"],
  };
  const reach = { egress: "public", resolve: async (name: string) => addresses[name] ?? [] } as const;
  for (const host of ["127.0.0.1", "[::1]", "2130706433", "[::ffff:7f00:1]"])
    expect(await post(`http://${host}:${port}/`, reach)).toMatchObject({ failure: "address_not_allowed" });
  // With the same message as a name that does not exist.
  const unknown = [...Object.keys(addresses), "gone.test"].map((host) => post(`http://${host}:${port}/`, reach));
  for (const posted of await Promise.all(unknown)) expect(posted).toMatchObject({ failure: "unknown_host" });
  expect(await post(`http://127.0.0.1:${port}/`, { egress: "off" })).toMatchObject({ failure: "address_not_allowed" });
  expect(received).toEqual([]);
});

test("resolves a name once and connects to the checked address", async () => {
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

test("a silent name server counts towards the attempt's timeout", async () => {
  const resolve = () => new Promise<string[]>(() => undefined);
  expect(await post("http://slow.test/", { resolve, attemptMs: 100 })).toMatchObject({ failure: "timeout" });
});

test("distinguishes invalid HTTP, invalid TLS and missing receivers", async () => {
  const rude = createTcpServer((socket) => socket.on("error", () => undefined).end("SSH-2.0-x\r\n\r\n"));
  rude.listen(0, "127.0.0.1");
  await once(rude, "listening");
  onTestFinished(() => void rude.close());
  const { port } = rude.address() as AddressInfo;
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: "bad_answer" });
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ failure: "bad_answer" });
  expect(await post("http://127.0.0.1:1/")).toMatchObject({ failure: "unreachable" });
});

test("a protocol switch is not a response and ends the attempt", async () => {
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

test("replaces bytes that are not text or not storable", async () => {
  const { url } = await startReceiver((response) => response.end(Buffer.from([0x61, 0, 0xff])));
  expect(await post(url)).toMatchObject({ answer: "a\uFFFD\uFFFD" });
});

test("closing the sender ends the attempt", async () => {
  const { url } = await startReceiver(() => undefined);
  const ending = new AbortController();
  const posted = postJson(new URL(url), "{}", {}, ALL, ending.signal);
  ending.abort(new Error("the server ends"));
  await expect(posted).rejects.toThrow("the server ends");
});
