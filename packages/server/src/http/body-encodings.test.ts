import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { proxyPath } from "@terrarium/contract/proxy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn("ada");
});
afterAll(() => app.remove());

/** Sends the head of a request without the body that it announces. */
async function sendHead(method: string, path: string, ...headers: string[]): Promise<string> {
  const { port } = new URL(app.origin);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const all = ["Host: localhost", `Authorization: Bearer ${token}`, "Connection: close", ...headers];
  socket.write([`${method} ${path} HTTP/1.1`, ...all, "", ""].join("\r\n"));
  const [first] = (await once(socket, "data")) as [Buffer];
  const rest = text(socket);
  socket.end();
  return first.toString() + (await rest);
}

const LENGTH = "Content-Length: 100";
const JSON_TYPE = "Content-Type: application/json";

test.each([
  ["a call", "POST", "/api/v1/boxes", JSON_TYPE],
  ["MCP", "POST", "/mcp", JSON_TYPE],
  ["an upload in parts", "POST", "/api/v1/boxes/sbx_1/fs/write", "Content-Type: multipart/form-data; boundary=x"],
  ["an upload of bytes", "PUT", `${proxyPath("sbx_1")}files/content?path=a`, "Content-Type: text/plain"],
  ["Stripe's events", "POST", "/api/v1/billing/stripe_webhook", JSON_TYPE],
])("%s rejects an encoded body before it arrives", async (_what, method, path, type) => {
  const answer = await sendHead(method, path, type, LENGTH, "Content-Encoding: gzip");
  expect(answer).toMatch(/^HTTP\/1.1 415 /);
  expect(answer).toMatch(/^accept-encoding: identity\r$/im);
  expect(JSON.parse(answer.slice(answer.indexOf("{")))).toMatchObject({
    code: "body_encoded",
    message: expect.stringContaining('"gzip"'),
    requestId: expect.any(String),
  });
});

test.each([
  [LENGTH, "Content-Encoding: BR"],
  [LENGTH, "Content-Encoding: identity, deflate"],
  [LENGTH, "Content-Encoding: identity", "Content-Encoding: zstd"],
  ["Transfer-Encoding: chunked", "Content-Encoding: gzip"],
  ["Transfer-Encoding: gzip, chunked"],
])("%s %s is an encoding", async (...headers) => {
  expect(await sendHead("POST", "/api/v1/boxes", JSON_TYPE, ...headers)).toMatch(/^HTTP\/1.1 415 /);
});

test("reads an unencoded body and ignores encodings without a body", async () => {
  const path = "/api/v1/organization/create_an_organization";
  const create = (headers: Record<string, string>, body: string) => app.call("POST", path, { token, headers, body });
  for (const encoding of ["identity", "Identity", ""])
    expect(await create({ "content-encoding": encoding }, '{"name":"Ada"}')).toMatchObject({ status: 200 });
  const headers = { "content-encoding": "gzip" };
  const list = await app.call("GET", "/api/v1/organization/get_my_organization_list", { token, headers });
  expect(list).toMatchObject({ status: 200 });
  const body = gzipSync('{"name":"Ada"}');
  const answer = await fetch(app.origin + path, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  });
  expect(answer.status).toBe(415);
});
