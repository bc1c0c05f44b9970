// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { ConnectionError } from "../../api/api-error.ts";
import { FilesApi } from "./files-api.ts";

afterEach(() => vi.unstubAllGlobals());

/** Mocks a download that fails after its first chunk. */
function breakOff(error: Error): void {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(3)),
    pull: (controller) => controller.error(error),
  });
  vi.stubGlobal("fetch", async () => new Response(body));
}
const progress: number[] = [];
const download = (signal: AbortSignal) =>
  new FilesApi("sbx_1", "token").download("/sdcard/film.mp4", signal, (doneBytes) => progress.push(doneBytes));

test("reports a dropped download as a lost connection, in the console's words", async () => {
  breakOff(new TypeError("network error"));
  const error = await download(new AbortController().signal).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ message: "The connection was lost" });
  expect(progress).toEqual([3]);
});

test("an aborted download rejects with its abort reason", async () => {
  const request = new AbortController();
  const given = new Error("given up");
  breakOff(given);
  request.abort();
  await expect(download(request.signal)).rejects.toBe(given);
});
