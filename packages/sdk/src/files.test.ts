import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FileContent, fileTransfers } from "./files.ts";
import { HttpClient } from "./http-client.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

let api: Awaited<ReturnType<typeof startFakeApi>>;
let files: ReturnType<typeof fileTransfers>;

beforeEach(async () => {
  api = await startFakeApi((_, response) => answerJson(response, {}));
  files = fileTransfers(new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" }), "sbx_1");
});
afterEach(() => api.close());

test.each<[string, () => FileContent]>([
  ["text", () => '["hé",1]'],
  ["bytes", () => Buffer.from('["hé",1]')],
  ["a blob", () => new Blob(['["hé",1]'])],
  ["a stream of the web", () => new Blob(['["hé",1]']).stream()],
  ["a stream of Node", () => Readable.from([Buffer.from('["h'), Buffer.from('é",1]')])],
  [
    "an async generator",
    async function* () {
      yield '["h';
      yield Buffer.from('é",1]');
    },
  ],
])("uploads a file from %s", async (_what, content) => {
  await files.upload("/sdcard/a.json", content());
  expect(api.calls).toMatchObject([{ method: "PUT", body: ["hé", 1] }]);
});

test("rejects an upload with the error of its content", async () => {
  const failing = (async function* () {
    yield "a";
    throw new Error("the disk is gone");
  })();
  await expect(files.upload("/sdcard/a", failing)).rejects.toThrow("the disk is gone");
});

test.each([
  ["an upload", (content: never) => files.upload("/sdcard/a", content)],
  ["a write", (content: never) => files.write({ path: "/sdcard/a", content })],
])("rejects %s of an object that is not bytes", async (_what, send) => {
  await expect(send({ text: "a" } as never)).rejects.toThrow("Content must be text, a Uint8Array or a Blob");
  expect(api.calls).toEqual([]);
});
