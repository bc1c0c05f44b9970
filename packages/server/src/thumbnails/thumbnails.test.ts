import { inflateSync } from "node:zlib";
import { getBoxThumbnail } from "@terrarium/contract/boxes";
import type { DeviceSession, Pixels } from "@terrarium/device-control/device/device-session";
import { PictureThread } from "@terrarium/device-control/pictures/picture-thread";
import { shrink } from "@terrarium/device-control/pictures/shrink";
import { unreachedDevice } from "@terrarium/device-control/testing/unreached-device";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { registerThumbnailRoutes } from "./routes.ts";
import { createThumbnails } from "./thumbnails.ts";

const filled = (widthPx: number, heightPx: number, colour: readonly [number, number, number]): Pixels => ({
  widthPx,
  heightPx,
  rgba: new Uint8Array(Buffer.alloc(4 * widthPx * heightPx, Uint8Array.of(...colour, 255))),
});

/**
 * Returns the pixels of a PNG with one data chunk, and rows filtered as differences from those above (PNG
 * specification, 9.2).
 */
function decode(png: Buffer): Pixels {
  const [widthPx, heightPx] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const dataAt = 33;
  const data = inflateSync(png.subarray(dataAt + 8, dataAt + 8 + png.readUInt32BE(dataAt)));
  const rgba = new Uint8Array(4 * widthPx * heightPx).fill(255);
  for (let y = 0; y < heightPx; y += 1) {
    const row = data.subarray(y * (1 + 3 * widthPx));
    expect(row[0]).toBe(2);
    for (let i = 0; i < 3 * widthPx; i += 1) {
      const at = 4 * (y * widthPx + Math.floor(i / 3)) + (i % 3);
      const above = y === 0 ? 0 : (rgba[at - 4 * widthPx] ?? 0);
      rgba[at] = (row[1 + i] ?? 0) + above;
    }
  }
  return { widthPx, heightPx, rgba };
}

test("a shrunk pixel is the mean of its source, remainders are cut", () => {
  const picture: Pixels = { widthPx: 3, heightPx: 2, rgba: new Uint8Array(24) };
  picture.rgba.set([10, 0, 0, 255, 20, 0, 0, 255, 99, 99, 99, 255, 30, 8, 0, 255, 40, 0, 4, 255, 99, 99, 99, 255]);
  expect(shrink(picture, 2)).toEqual({ widthPx: 1, heightPx: 1, rgba: Uint8Array.of(25, 2, 1, 255) });
  expect(shrink(picture, 1)).toBe(picture);
});

let app: FastifyInstance;
let screen: Pixels;
let asked: number;
let captures: number;
let seen: string[];
let nowMs: number;
let beforeCapture: () => Promise<void>;

beforeEach(async () => {
  screen = filled(720, 1280, [10, 20, 30]);
  asked = 0;
  captures = 0;
  seen = [];
  nowMs = 0;
  beforeCapture = async () => undefined;
  const session = {
    async screenPixels() {
      captures += 1;
      await beforeCapture();
      return screen;
    },
  } as unknown as DeviceSession;
  const lastStates = {
    see: (sandboxId: string) => void seen.push(sandboxId),
    frame: async (sandboxId: string) =>
      sandboxId === "sbx_ended" ? { png: Buffer.from("last"), version: "v" } : undefined,
  };
  const sandboxes = {
    async requireDevice(_caller: unknown, sandboxId: string) {
      asked += 1;
      if (sandboxId.startsWith("sbx_ended")) throw new AppError("sandbox_not_running", { sandboxId });
      if (sandboxId !== "sbx_1") throw new AppError("sandbox_not_found", { sandboxId });
      return unreachedDevice(sandboxId);
    },
  };
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    checkResponses: true,
    authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  });
  const thumbnails = createThumbnails({ sandboxes, devices: { get: async () => session }, lastStates }, () => nowMs);
  registerThumbnailRoutes(app, { thumbnails });
});
afterEach(() => app.close());

const ask = (headers: Record<string, string> = {}, id = "sbx_1") =>
  app.inject({
    method: "GET",
    url: getBoxThumbnail.path.replace("{boxId}", id),
    headers: { authorization: "Bearer token", ...headers },
  });

test("a thumbnail is a small, cached PNG of the screen", async () => {
  const first = await ask();
  expect([first.statusCode, first.headers["content-type"], first.headers["cache-control"]]).toEqual([
    200,
    "image/png",
    "private, no-cache",
  ]);
  const { widthPx, heightPx, rgba } = decode(first.rawPayload);
  expect([widthPx, heightPx, ...rgba.subarray(0, 4)]).toEqual([240, 426, 10, 20, 30, 255]);

  nowMs += 60_000;
  const same = await ask({ "if-none-match": String(first.headers.etag) });
  expect([same.statusCode, same.rawPayload.length]).toEqual([304, 0]);

  screen = filled(720, 1280, [200, 0, 0]);
  nowMs += 60_000;
  const changed = await ask({ "if-none-match": String(first.headers.etag) });
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
});

test("concurrent viewers cost the device one capture", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(captures).toBe(1);
});

test("shows an ended sandbox's last frame, if there is one", async () => {
  const last = await ask({}, "sbx_ended");
  expect([last.statusCode, last.payload, last.headers.etag]).toEqual([200, "last", '"v"']);
  expect((await ask({}, "sbx_ended_unseen")).statusCode).toBe(409);
  await ask();
  expect(seen).toEqual(["sbx_1"]);
});

test("rejects a stranger", async () => {
  expect((await ask({}, "sbx_2")).statusCode).toBe(404);
  expect(captures).toBe(0);
});

test("encodes in its own thread and reports failures", async () => {
  const pictures = new PictureThread();
  const ask = (pixels: Pixels, knownVersion?: string) =>
    pictures.make({ want: "thumbnail", pixels, leastWidthPx: 240, knownVersion });
  const screen = filled(720, 1_280, [10, 20, 30]);
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(screen)));
  for (const { png } of answers) expect(decode(Buffer.from(png)).widthPx).toBe(240);
  const [first] = answers;
  expect(await ask(screen, first?.version)).toMatchObject({ version: first?.version, png: new Uint8Array() });
  await expect(ask({ widthPx: 2 ** 40, heightPx: 1, rgba: Uint8Array.of(1, 2, 3, 4) })).rejects.toThrow("RangeError");
  expect((await ask(filled(4, 4, [1, 2, 3]))).png.length).toBeGreaterThan(0);
});

test("requests during a capture share its result", async () => {
  const slow = Promise.withResolvers<void>();
  beforeCapture = () => slow.promise;
  const early = ask();
  await expect.poll(() => captures).toBe(1);
  nowMs += 60_000;
  const late = ask();
  await expect.poll(() => asked).toBe(2);
  slow.resolve();
  expect([(await early).statusCode, (await late).statusCode, captures]).toEqual([200, 200, 1]);
});
