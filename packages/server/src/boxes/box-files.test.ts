import { once } from "node:events";
import { connect } from "node:net";
import type { BoxFile } from "@terrarium/contract/box-files";
import { BOX_FILE_LIMITS, DEVICE_LIMITS } from "@terrarium/contract/limits";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import { createBoxFileService } from "@terrarium/device-control/files/service";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import { startTestDevice, type TestDevice } from "@terrarium/device-control/testing/start-test-device";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { registerBoxFileRoutes } from "./file-routes.ts";

const FS = "/api/v1/boxes/sbx_test/fs";
const devices = createDeviceSessions({ log: pino({ level: "silent" }) });
let device: TestDevice;
let app: FastifyInstance;
let origin: string;
let noted: string[];

beforeAll(async () => {
  device = await startTestDevice();
  const sandboxes = {
    async requireDevice(_caller: unknown, sandboxId: string) {
      if (sandboxId !== "sbx_test") throw new AppError("sandbox_not_found", { sandboxId });
      return { ...device.target, kind: "phone" as const, envs: {}, workingDir: "/data/local/tmp" };
    },
  };
  const actions = {
    async noting<T>(_caller: unknown, _sandboxId: string, { kind, detail }: DoneAction, work: () => Promise<T>) {
      noted.push(`${kind} ${detail}`);
      return work();
    },
  };
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    checkResponses: true,
    authenticate: async () => ({ kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "drive" }),
  });
  registerBoxFileRoutes(app, { boxFiles: createBoxFileService({ actions, sandboxes, devices }) });
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
});
beforeEach(() => void (noted = []));
afterAll(async () => {
  await app.close();
  await devices.closeAll();
  await device.stop();
});

interface Answer<Body> {
  status: number;
  body: Body & { code?: string; message?: string };
}

async function call<Body = BoxFile>(method: string, path: string, body?: object): Promise<Answer<Body>> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${origin}${FS}${path}`, {
    method,
    headers: { authorization: "Bearer key", ...(body && !isForm ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Answer<Body>["body"] };
}

function form(entries: [name: string, value: string | Blob][]): FormData {
  const made = new FormData();
  for (const [name, value] of entries) made.append(name, value);
  return made;
}
const write = (entries: [name: string, value: string | Blob][]) => call("POST", "/write", form(entries));
const read = async (path: string, encoding = "utf8") =>
  (await call<{ content: string }>("GET", `/read?path=${path}&encoding=${encoding}`)).body.content;
const list = async (query: string) => {
  const { body } = await call<{ data: BoxFile[] }>("GET", `/list?${query}`);
  return body.data.map((file) => `${file.type} ${file.path}`);
};

test("writes a text with its parent folders, then reads it", async () => {
  const first = await write([
    ["path", "notes/深/a.txt"],
    ["content", "first"],
  ]);
  expect(first).toMatchObject({
    status: 200,
    body: { type: "file", name: "a.txt", path: "/data/local/tmp/notes/深/a.txt", size: "5", mode: "0644" },
  });
  expect(
    (
      await write([
        ["content", "Grüße 你好"],
        ["path", "a.txt"],
        ["workingDir", "notes/深"],
      ])
    ).status,
  ).toBe(200);
  expect(await read("/data/local/tmp/notes/深/a.txt")).toBe("Grüße 你好");
  expect(noted).toEqual([
    "upload /data/local/tmp/notes/深/a.txt",
    "upload /data/local/tmp/notes/深/a.txt",
    "download /data/local/tmp/notes/深/a.txt",
  ]);
});

test("keeps the line ends of texts and files", async () => {
  await write([
    ["path", "lines"],
    ["content", "one\ntwo\n"],
  ]);
  expect(await read("/data/local/tmp/lines")).toBe("one\ntwo\n");
  await write([
    ["path", "lines"],
    ["content", new Blob(["one\r\ntwo\r\n"])],
  ]);
  expect(await read("/data/local/tmp/lines")).toBe("one\r\ntwo\r\n");
});

test("writes bytes with the path before or after them", async () => {
  const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 7) % 256);
  for (const isBehind of [false, true]) {
    const entries: [string, string | Blob][] = [
      ["path", "/sdcard/Download/b.bin"],
      ["content", new Blob([bytes])],
    ];
    expect((await write(isBehind ? entries.toReversed() : entries)).body).toMatchObject({ size: "3000000" });
    expect(Buffer.from(await read("/sdcard/Download/b.bin", "base64"), "base64").equals(bytes)).toBe(true);
  }
  expect(await list("path=/data/local/tmp")).not.toContain(expect.stringContaining(".upload"));
});

test.each<[string, [string, string | Blob][], number]>([
  ["no content", [["path", "x"]], 400],
  ["no path", [["content", "x"]], 400],
  ["no path for a file", [["content", new Blob(["x"])]], 400],
  [
    "a folder as path",
    [
      ["path", "/sdcard"],
      ["content", "x"],
    ],
    409,
  ],
  [
    "two files",
    [
      ["path", "x"],
      ["content", new Blob(["x"])],
      ["more", new Blob(["x"])],
    ],
    400,
  ],
  [
    "a text that is too long",
    [
      ["path", "x"],
      ["content", "x".repeat(BOX_FILE_LIMITS.textBytes + 1)],
    ],
    413,
  ],
  [
    "texts that are too long together",
    [
      ["path", "x"],
      ["content", "x".repeat(BOX_FILE_LIMITS.textBytes)],
      ["more", "x".repeat(BOX_FILE_LIMITS.textBytes)],
    ],
    413,
  ],
  [
    "a place where nothing can be written",
    [
      ["path", "/proc/x"],
      ["content", "x"],
    ],
    409,
  ],
])("a write is rejected with %s and leaves nothing", async (_name, entries, status) => {
  expect((await write(entries)).status).toBe(status);
  expect((await list("path=/data/local/tmp")).filter((file) => file.includes(".upload"))).toEqual([]);
});

test("writes a text from JSON unchanged", async () => {
  const written = await call("POST", "/write", { path: "/data/local/tmp/json.txt", content: "one\r\ntwo\n" });
  expect(written).toMatchObject({ status: 200, body: { path: "/data/local/tmp/json.txt", size: "9" } });
});

test("rejects a write with an unknown field", async () => {
  const text = { path: "/data/local/tmp/odd.txt", content: "a", mode: "w" };
  expect((await call("POST", "/write", text)).body.message).toContain('Unknown field "mode".');
  const upload = await write([
    ["path", "/data/local/tmp/odd.txt"],
    ["file", new Blob(["a"])],
  ]);
  expect(upload.body.message).toContain("file: only content is a file");
});

test("rejects a write with another type or a broken body", async () => {
  expect((await call("POST", "/write", { path: "x", content: { y: 1 } })).status).toBe(400);
  expect((await call("POST", "/write", { path: "x", content: "a\0b" })).status).toBe(400);
  for (const [type, body] of [
    ["multipart/form-data", "x"],
    ["multipart/form-data; boundary=b", "no part"],
    [
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name="content"; filename="f"\r\n\r\ncut',
    ],
  ] as const) {
    const headers = { authorization: "Bearer key", "content-type": type };
    expect((await fetch(`${origin}${FS}/write`, { method: "POST", headers, body })).status).toBe(400);
  }
});

test("an aborted upload leaves nothing and frees the device", async () => {
  const { hostname, port } = new URL(origin);
  const head = [
    `POST ${FS}/write HTTP/1.1`,
    "host: localhost",
    "authorization: Bearer key",
    "content-type: multipart/form-data; boundary=b",
    "content-length: 1000000",
    "",
    "--b",
    'content-disposition: form-data; name="content"; filename="f"',
    "",
    "x".repeat(100_000),
  ].join("\r\n");
  for (let count = 0; count <= DEVICE_LIMITS.transfers; count += 1) {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    await new Promise((resolve) => socket.write(head, resolve));
    socket.destroy();
  }
  const wrote = async () =>
    (
      await write([
        ["path", "after"],
        ["content", new Blob(["x"])],
      ])
    ).status;
  await expect.poll(wrote).toBe(200);
  const waiting = async () => (await list("path=/data/local/tmp")).filter((file) => file.includes(".upload"));
  await expect.poll(waiting).toEqual([]);
});

test("lists folders to a depth, with links' targets", async () => {
  await write([
    ["path", "/data/local/tmp/tree/a/b/c.txt"],
    ["content", "c"],
  ]);
  expect(await list("path=/data/local/tmp/tree")).toEqual(["dir /data/local/tmp/tree/a"]);
  expect(await list("path=tree&depth=3")).toEqual([
    "dir /data/local/tmp/tree/a",
    "dir /data/local/tmp/tree/a/b",
    "file /data/local/tmp/tree/a/b/c.txt",
  ]);
  expect(await list("path=/")).toContain("dir /sdcard");
  expect((await call("GET", "/list?path=/nowhere")).body.code).toBe("file_not_found");
  expect((await call("GET", "/list?path=/&depth=11")).status).toBe(400);
});

test("reports existing and missing files", async () => {
  expect((await call("GET", "/info?path=/sdcard/Download")).body).toMatchObject({ type: "dir", name: "Download" });
  expect((await call("GET", "/info?path=/sdcard/none")).status).toBe(404);
  const exists = async (path: string) => (await call<object>("POST", "/exists", { path })).body;
  expect(await exists("/sdcard")).toEqual({ exists: true, type: "dir" });
  expect(await exists("/sdcard/none/x")).toEqual({ exists: false });
});

test("renames files to free names and removes folders recursively", async () => {
  await write([
    ["path", "r/one"],
    ["content", "1"],
  ]);
  await write([
    ["path", "r/it's two"],
    ["content", "2"],
  ]);
  expect((await call("POST", "/rename", { oldPath: "r/one", newPath: "r/it's two" })).body.code).toBe("file_exists");
  const renamed = await call("POST", "/rename", { oldPath: "one", newPath: "new/$HOME", workingDir: "r" });
  expect(renamed.body).toMatchObject({ type: "file", path: "/data/local/tmp/r/new/$HOME" });
  expect((await call("POST", "/rename", { oldPath: "r/one", newPath: "r/x" })).status).toBe(404);
  expect((await call("DELETE", "", { path: "r" })).body).toEqual({ message: "Removed /data/local/tmp/r" });
  expect((await call("DELETE", "", { path: "r" })).status).toBe(404);
  expect((await call("DELETE", "", { path: "/x/../" })).body.code).toBe("file_refused");
});

test.each([
  ["nothing", "nowhere"],
  ["itself", "link"],
])("a link to %s is listed as a link, renamed and removed", async (_what, target) => {
  await write([
    ["path", "l/file"],
    ["content", "1"],
  ]);
  const { target: address } = device;
  const { exitCode } = await (await devices.get(address)).run(`ln -s ${target} /data/local/tmp/l/link`);
  expect(exitCode).toBe(0);
  expect((await call("GET", "/info?path=l/link")).body).toMatchObject({ type: "file", name: "link" });
  expect(await list("path=l")).toEqual(["file /data/local/tmp/l/file", "file /data/local/tmp/l/link"]);
  expect((await call("POST", "/rename", { oldPath: "l/file", newPath: "l/link" })).body.code).toBe("file_exists");
  expect((await call("POST", "/rename", { oldPath: "l/link", newPath: "l/moved" })).status).toBe(200);
  expect((await call("DELETE", "", { path: "l/moved" })).status).toBe(200);
  expect(await list("path=l")).toEqual(["file /data/local/tmp/l/file"]);
  await call("DELETE", "", { path: "l" });
});

test("does not read a file that is too large", async () => {
  await write([
    ["path", "large"],
    ["content", new Blob([new Uint8Array(BOX_FILE_LIMITS.textBytes + 1)])],
  ]);
  expect((await call("GET", "/read?path=large")).body).toMatchObject({ code: "not_possible" });
  await call("DELETE", "", { path: "large" });
});
