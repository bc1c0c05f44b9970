import { Readable } from "node:stream";
import { setImmediate as nextRound } from "node:timers/promises";
import { AppError } from "@terrarium/platform/base/app-error";
import type { StorageService } from "@terrarium/platform/storage/service";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createHttpApp } from "../http/http-app.ts";
import { loopbackUrl } from "../http/listener.ts";
import { readRange, registerStorageRoutes } from "./storage-routes.ts";

const BYTES = Buffer.from("0123456789");
const reads = { now: 0, most: 0, gate: Promise.resolve() };
const app = await createHttpApp({
  log: pino({ level: "silent" }),
  authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  checkResponses: true,
});
registerStorageRoutes(app, {
  publicUrl: undefined,
  sandboxes: {
    get: async (_caller, sandboxId) => {
      if (sandboxId !== "sbx_1") throw new AppError("sandbox_not_found", { sandboxId });
    },
  },
  storage: {
    presign: async (_maker, _sandboxId, storageKey, expiresInMs) =>
      `/api/v1/storage/${storageKey.slice(-5)}?token=${expiresInMs}`,
    open: async (_objectId, token) => {
      if (token !== "good") throw new AppError("address_expired");
      const read: Awaited<ReturnType<StorageService["open"]>>["read"] = (start, end, inTurn) =>
        Readable.from(
          (async function* () {
            yield await inTurn(async () => {
              reads.now += 1;
              reads.most = Math.max(reads.most, reads.now);
              await reads.gate;
              reads.now -= 1;
              return BYTES.subarray(start, end);
            });
          })(),
        );
      return { contentType: "image/png", sizeBytes: BYTES.length, read };
    },
  },
});
beforeAll(() => app.listen({ host: "127.0.0.1", port: 0 }));
afterAll(() => app.close());

const post = async (boxId: string, body: object) => {
  const answer = await fetch(`${loopbackUrl(app)}/api/v1/boxes/${boxId}/storage/presigned-url`, {
    method: "POST",
    headers: { authorization: "Bearer x", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

test("returns an address as a JSON string, valid up to the maximum", async () => {
  const storageKey = "storage://org_1/sbx_1/obj_1";
  const made = await post("sbx_1", { storageKey, expiresIn: "6h" });
  expect(made).toEqual({ status: 200, body: `${loopbackUrl(app)}/api/v1/storage/obj_1?token=21600000` });
  expect(await post("sbx_2", { storageKey })).toMatchObject({ status: 404, body: { code: "sandbox_not_found" } });
  for (const wrong of [{ storageKey, expiresIn: "7h" }, { storageKey, expiresIn: "1ms" }, { storageKey: "obj_1" }])
    expect(await post("sbx_1", wrong)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
});

test("a fetched object is displayed and never executed", async () => {
  const answer = await fetch(`${loopbackUrl(app)}/api/v1/storage/obj_1?token=good`);
  expect(await answer.text()).toBe("0123456789");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": "10",
    "content-disposition": "inline",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none'/),
    "cross-origin-resource-policy": "cross-origin",
  });
  expect((await fetch(`${loopbackUrl(app)}/api/v1/storage/obj_1?token=bad`)).status).toBe(403);
});

test("a client with very many fetches reads in turns", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const gate = Promise.withResolvers<void>();
  reads.gate = gate.promise;
  const answers = Array.from({ length: 20 }, (_, n) =>
    fetch(`${loopbackUrl(app)}/api/v1/storage/obj_1?token=good`, { headers: { authorization: `Bearer ${n}` } }),
  );
  // Does not poll, because polling advances the fake clock.
  while (reads.now < 8 || app.turns.waiting < 12) await nextRound();
  for (let round = 0; round < 20; round += 1) await nextRound();
  gate.resolve();
  expect(await Promise.all(answers.map(async (answer) => (await answer).text()))).toEqual(
    answers.map(() => "0123456789"),
  );
  expect(reads.most).toBe(8);
});

test("a part is fetched by its range", async () => {
  const part = async (range: string) => {
    const answer = await fetch(`${loopbackUrl(app)}/api/v1/storage/obj_1?token=good`, { headers: { range } });
    return [answer.status, answer.headers.get("content-range"), await answer.text()];
  };
  expect(await part("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
  expect(await part("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await part("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
  expect(await part("bytes=10-")).toEqual([416, "bytes */10", ""]);
});

test.each([
  [undefined, undefined],
  ["bytes=-", undefined],
  ["bytes=4-2", undefined],
  ["bytes=0-1,3-4", undefined],
  ["lines=0-1", undefined],
  ["bytes=0-99", { start: 0, end: 10 }],
  ["bytes=-99", { start: 0, end: 10 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=99999999999999999999-", "unsatisfiable"],
])("the range %s", (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});
