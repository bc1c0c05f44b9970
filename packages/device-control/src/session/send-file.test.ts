import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { resolveWithSystem } from "@terrarium/egress/egress";
import { expect, onTestFinished, test } from "vitest";
import type { FetchReach } from "./fetch-file.ts";
import { sendFile } from "./send-file.ts";

const ALL: FetchReach = { egress: "all", resolve: resolveWithSystem };

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const hello = () => Readable.from([Buffer.from("he"), Buffer.from("llo")]);
const send = (address: string, reach: Partial<FetchReach> = {}, sizeBytes = 5, content = hello()) =>
  sendFile(address, { sizeBytes, content, signal: new AbortController().signal }, { ...ALL, ...reach });

test("sends a file by PUT with its length", async () => {
  const received: unknown[] = [];
  const origin = await serve(async (request, response) => {
    received.push(request.method, request.url, request.headers["content-length"], await text(request));
    response.writeHead(201).end();
  });
  expect(await send(`${origin}/a?b=c`)).toBe(5);
  expect(received).toEqual(["PUT", "/a?b=c", "5", "hello"]);
});

test("sends nothing to forbidden addresses", async () => {
  let requests = 0;
  const inside = await serve((_request, response) => void ((requests += 1), response.end()));
  await expect(send(inside, { egress: "off" })).rejects.toMatchObject({ code: "egress_off" });
  await expect(send(inside, { egress: "public" })).rejects.toThrow("devices may not reach that address");
  const resolve = async () => ["127.0.0.1"];
  await expect(send("http://inside.test/", { egress: "public", resolve })).rejects.toThrow("there is no such host");
  await expect(send("file:///etc/passwd")).rejects.toMatchObject({ code: "invalid_request" });
  expect(requests).toBe(0);
});

test("rejects redirects, refusals and large files", async () => {
  const origin = await serve((request, response) => {
    request.resume();
    response.writeHead(request.url === "/moved" ? 307 : 403, { location: "/" }).end();
  });
  await expect(send(`${origin}/moved`)).rejects.toThrow("it answers 307");
  await expect(send(origin)).rejects.toThrow("it answers 403");
  await expect(send(origin, { maxBytes: 4 })).rejects.toMatchObject({ code: "body_too_large" });
});

test.each([
  ["more", 4],
  ["less", 6],
])("fails if a device sends %s than it said", async (_what, sizeBytes) => {
  const bodies: string[] = [];
  const origin = await serve((request, response) => {
    const body: Buffer[] = [];
    request.on("data", (chunk: Buffer) => body.push(chunk));
    request.on("end", () => {
      bodies.push(Buffer.concat(body).toString());
      response.end();
    });
  });
  await expect(send(origin, {}, sizeBytes)).rejects.toMatchObject({ code: "not_possible" });
  expect(bodies).toEqual([]);
});

test("destroys the content of a refused transfer", async () => {
  const content = hello();
  await expect(send("ftp://a.example/", {}, 5, content)).rejects.toThrow("must be a file, or an address of http");
  expect(content.destroyed).toBe(true);
});
