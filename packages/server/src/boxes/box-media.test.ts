import { Readable } from "node:stream";
import { MEDIA_LIMITS } from "@terrarium/contract/limits";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import { createBoxFileService } from "@terrarium/device-control/files/service";
import { createBoxMediaService } from "@terrarium/device-control/media/service";
import { startTestDevice, type TestDevice } from "@terrarium/device-control/testing/start-test-device";
import { AppError } from "@terrarium/platform/base/app-error";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBoxApp, type BoxApp } from "../testing/box-app.ts";
import { registerBoxMediaRoutes } from "./media-routes.ts";

const MEDIA = "boxes/sbx_test/media";
let device: TestDevice;
let app: BoxApp;
let devices: DeviceSessions;

beforeAll(async () => {
  device = await startTestDevice();
  app = await startBoxApp([device.target], (http, parts) => {
    devices = parts.devices;
    registerBoxMediaRoutes(http, {
      ...parts,
      boxMedia: createBoxMediaService({
        boxFiles: createBoxFileService(parts),
        fetchFile: async (address) => {
          if (address.includes("inside")) throw new AppError("egress_off");
          return Readable.from([photo]);
        },
      }),
    });
  });
});
afterAll(async () => {
  await app.close();
  await device.stop();
});

const photo = new Uint8Array(200_000).map((_, index) => index % 251);

function form(name: string | undefined, files: Record<string, Uint8Array<ArrayBuffer>>, field = "media[]"): FormData {
  const made = new FormData();
  if (name !== undefined) made.append("name", name);
  for (const [file, bytes] of Object.entries(files)) made.append(field, new Blob([bytes]), file);
  return made;
}
const names = async (path: string) =>
  (await app.call("GET", `${MEDIA}/${path}`)).body.data.map(({ name }: { name: string }) => name);

test("creates an album, then lists, downloads, adds and deletes media", async () => {
  const made = await app.call("POST", `${MEDIA}/albums`, form("Summer 旅行", { "a 1.JPG": photo, "b.mp4": photo }));
  expect(made).toMatchObject({
    status: 200,
    body: { name: "Summer 旅行", path: "/sdcard/Pictures/Summer 旅行", mediaCount: 2 },
  });
  const album = `albums/${encodeURIComponent("Summer 旅行")}`;
  expect(await names("albums")).toContain("Summer 旅行");
  expect((await app.call("GET", `${MEDIA}/${album}/media`)).body.data).toEqual([
    expect.objectContaining({ name: "a 1.JPG", type: "photo", mimeType: "image/jpeg", size: "200000" }),
    expect.objectContaining({ name: "b.mp4", type: "video", mimeType: "video/mp4" }),
  ]);
  const downloaded = await app.call("GET", `${MEDIA}/${album}/media/${encodeURIComponent("a 1.JPG")}/download`);
  expect(Buffer.from(downloaded.body).equals(photo)).toBe(true);
  expect((await app.call("PATCH", `${MEDIA}/${album}`, form(undefined, { "c.png": photo }))).body.mediaCount).toBe(3);
  expect((await app.call("DELETE", `${MEDIA}/${album}/media/b.mp4`)).status).toBe(200);
  expect(await names(`${album}/media`)).toEqual(["a 1.JPG", "c.png"]);
  expect((await app.call("GET", `${MEDIA}/${album}/media/b.mp4`)).status).toBe(404);
  expect((await app.call("GET", `${MEDIA}/${album}`)).body.mediaCount).toBe(2);
  expect((await app.call("DELETE", `${MEDIA}/${album}`)).status).toBe(200);
  expect((await app.call("GET", `${MEDIA}/${album}`)).status).toBe(404);
  expect(app.noted).toContain("upload /sdcard/Pictures/Summer 旅行/c.png");
});

test("accepts names of the contract's maximum length", async () => {
  const name = `${"x".repeat(MEDIA_LIMITS.nameChars - 4)}.png`;
  const album = `albums/${"y".repeat(MEDIA_LIMITS.nameChars)}`;
  await app.call("POST", `${MEDIA}/albums`, form(album.slice("albums/".length), { [name]: photo }));
  expect((await app.call("GET", `${MEDIA}/${album}/media/${name}`)).body).toMatchObject({ name });
  expect((await app.call("DELETE", `${MEDIA}/${album}/media/${name}`)).status).toBe(200);
  expect((await app.call("DELETE", `${MEDIA}/${album}`)).status).toBe(200);
});

test("creates an empty album only once", async () => {
  expect((await app.call("POST", `${MEDIA}/albums`, form("Empty", {}))).body.mediaCount).toBe(0);
  expect((await app.call("POST", `${MEDIA}/albums`, form("Empty", {}))).body.code).toBe("file_exists");
});

test("accepts the maximum number of media in a request", async () => {
  const files = Object.fromEntries(Array.from({ length: MEDIA_LIMITS.files }, (_, at) => [`${at}.png`, photo]));
  expect((await app.call("POST", `${MEDIA}/albums`, form("Many", files))).body.mediaCount).toBe(MEDIA_LIMITS.files);
});

test.each([
  ["a file of another type", form("Bad", { "a.txt": photo }), 400],
  ["a hidden file", form("Bad", { ".a.png": photo }), 400],
  ["another field", form("Bad", { "a.png": photo }, "other"), 400],
  [
    "too many",
    form("Bad", Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}.png`, new Uint8Array(1)]))),
    400,
  ],
  ["a path as name", form("../Bad", {}), 400],
  ["a hidden name", form(".Bad", {}), 400],
  ["no name", form(undefined, { "a.png": photo }), 400],
])("rejects an album with %s and leaves nothing", async (_name, body, status) => {
  expect((await app.call("POST", `${MEDIA}/albums`, body)).status).toBe(status);
  expect(await names("albums")).not.toContain("Bad");
});

test("rejects an upload with an unknown field", async () => {
  const file = { "a.png": photo };
  const titled = form("Titled", file);
  titled.append("titel", "Summer");
  expect((await app.call("POST", `${MEDIA}/albums`, titled)).body.message).toContain('Unknown field "titel".');
  await app.call("POST", `${MEDIA}/albums`, form("Titled", file));
  const renamed = await app.call("PATCH", `${MEDIA}/albums/Titled`, form("Renamed", { "b.png": photo }));
  expect(renamed.body.message).toContain('Unknown field "name".');
  expect(await names("albums/Titled/media")).toEqual(["a.png"]);
});

test("rejects missing albums and deletion of the root folders", async () => {
  expect((await app.call("PATCH", `${MEDIA}/albums/None`, form(undefined, { "a.png": photo }))).status).toBe(404);
  await app.call("POST", `${MEDIA}/albums`, form("Kept", { "a.png": photo }));
  expect((await app.call("DELETE", `${MEDIA}/albums/${encodeURIComponent("..")}`)).status).toBeGreaterThanOrEqual(400);
  expect((await app.call("DELETE", `${MEDIA}/albums/${encodeURIComponent("a/b")}`)).status).toBe(400);
  expect(await names("albums/Kept/media")).toEqual(["a.png"]);
});

test("a failure drops the remaining media of an upload", async () => {
  await app.call("POST", `${MEDIA}/albums`, form("Taken", { "a.png": photo }));
  const session = await devices.get(device.target);
  await session.run("mkdir /sdcard/Pictures/Taken/x.jpg");
  const added = await app.call("PATCH", `${MEDIA}/albums/Taken`, form(undefined, { "x.jpg": photo, "y.jpg": photo }));
  expect(added).toMatchObject({ status: 409, body: { code: "file_refused" } });
  const left = await session.run("ls -A /data/local/tmp");
  expect(Buffer.from(left.stdout).toString()).not.toContain(".upload");
});

test("lists the supported photo and video types", async () => {
  const { body } = await app.call("GET", `${MEDIA}/support`);
  expect(body.photo).toContain("jpg");
  expect(body.video).toContain("mp4");
});

test("loads media from URLs, or creates nothing and reports failures", async () => {
  const withAddresses = (name: string, ...addresses: string[]) => {
    const made = form(name, { "sent.png": photo });
    for (const address of addresses) made.append("media", address);
    return app.call("POST", `${MEDIA}/albums`, made);
  };
  const made = await withAddresses("Loaded", "https://a.example/x/far%20away.jpg?size=1", "https://a.example/b.mp4#t");
  expect(made).toMatchObject({ status: 200, body: { mediaCount: 3 } });
  expect((await names("albums/Loaded/media")).toSorted()).toEqual(["b.mp4", "far away.jpg", "sent.png"]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `https://a.example/${at}.png`);
  expect((await withAddresses("Full", ...many(MEDIA_LIMITS.files - 1))).body.mediaCount).toBe(MEDIA_LIMITS.files);
  expect((await withAddresses("Over", ...many(MEDIA_LIMITS.files))).status).toBe(400);
  expect(await app.call("POST", `${MEDIA}/albums`, { name: "JSON", media: many(MEDIA_LIMITS.files) })).toMatchObject({
    status: 200,
    body: { mediaCount: MEDIA_LIMITS.files },
  });
  for (const [address, code] of [
    ["https://a.example/page.html", "invalid_request"],
    ["https://a.example/%FF%2F..", "invalid_request"],
    ["https://inside.example/a.jpg", "egress_off"],
  ] as const)
    expect((await withAddresses("Refused", address)).body.code).toBe(code);
  expect(await names("albums")).not.toContain("Refused");
  expect(await names("albums")).not.toContain("Over");
});
