import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { HttpClient } from "@terrarium/sdk/http-client";
import { answerJson, startFakeApi } from "@terrarium/sdk/testing/fake-api";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { recordScreen } from "./screen-recording.ts";

let folder = "";
let api: Awaited<ReturnType<typeof startFakeApi>>;
let sendFilm: (response: ServerResponse) => void;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-film-"));
  api = await startFakeApi(({ path: asked = "" }, response) => {
    if (asked.startsWith("/film")) sendFilm(response);
    else answerJson(response, asked.endsWith("/stop") ? { presignedUrl: "http://elsewhere/film?token=t" } : {});
  });
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Records until Ctrl-C, sent as soon as the program waits for it. Returns the printed messages. */
async function record(file: string): Promise<string[]> {
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  const signals = new EventEmitter();
  signals.on("newListener", (signal) => setImmediate(() => signals.emit(signal)));
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  await recordScreen(http, "sbx_1", path.join(folder, file), signals as NodeJS.Process);
  return told.mock.calls.map(([line]) => String(line));
}

test("a film receives its name when it is complete", async () => {
  sendFilm = (response) => response.end("film");
  expect(await record("film.mp4")).toEqual(["recording; press Ctrl-C to stop\n"]);
  expect(readFileSync(path.join(folder, "film.mp4"), "utf8")).toBe("film");
  expect(readdirSync(folder)).toEqual(["film.mp4"]);
});

test.each([
  ["in a folder that is not there", "none/film.mp4", "ENOENT"],
  ["at the name of a folder", "films", "is a folder"],
  ["at the name of a folder to be", "films/more/", "is a folder"],
])("rejects a file that cannot be written, %s", async (_where, file, words) => {
  mkdirSync(path.join(folder, "films"));
  await expect(record(file)).rejects.toThrow(words);
  expect(api.calls).toEqual([]);
  expect(readdirSync(folder, { recursive: true })).toEqual(["films"]);
});

test("names the address of a film that does not arrive", async () => {
  sendFilm = (response) => response.writeHead(200, { "content-length": 9 }).write("film", () => response.destroy());
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await expect(record("film.mp4")).rejects.toThrow(TypeError);
  expect(told.mock.lastCall).toEqual([`the film can be downloaded for 30 minutes from ${api.baseUrl}/film?token=t\n`]);
  expect(readdirSync(folder)).toEqual([]);
});
