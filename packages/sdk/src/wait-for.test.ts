import { afterEach, beforeEach, expect, test } from "vitest";
import { HttpClient } from "./http-client.ts";
import { TimedOutError } from "./terrarium-error.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";
import { screenWaits } from "./wait-for.ts";

const ELEMENT = { text: "OK", id: "com.a:id/ok" };

let api: Awaited<ReturnType<typeof startFakeApi>>;
let waits: ReturnType<typeof screenWaits>;
/** Answers, one per call: an element, or an error. The last one repeats. */
let answers: (typeof ELEMENT | { status: number; code: string })[];
let onCall: () => void;

beforeEach(async () => {
  onCall = () => undefined;
  api = await startFakeApi((_, response) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    onCall();
    if (answer && "code" in answer) answerJson(response, { code: answer.code, message: answer.code }, answer.status);
    else answerJson(response, { element: answer });
  });
  waits = screenWaits(new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" }), "sbx_1");
});
afterEach(() => api.close());

test("resolves with the element that the server reports", async () => {
  answers = [ELEMENT];
  expect(await waits.waitFor("ok", { timeoutMs: 5_000 })).toEqual(ELEMENT);
  expect(await waits.waitFor({ id: "ok", index: 1 })).toEqual(ELEMENT);
  expect(api.calls.map(({ path, body }) => [path, body])).toEqual([
    ["/api/v1/boxes/sbx_1/actions/wait-for", { text: "ok", timeout: expect.stringMatching(/^(4\d{3}|5000)ms$/) }],
    [
      "/api/v1/boxes/sbx_1/actions/wait-for",
      { element: { id: "ok", index: 1 }, timeout: expect.stringMatching(/^(29\d{3}|30000)ms$/) },
    ],
  ]);
});

test("a failed wait shows the place of its call", async () => {
  answers = [{ status: 408, code: "wait_timeout" }];
  async function waitHere() {
    await waits.waitFor("B", { timeoutMs: 20 });
  }
  const error = await waitHere().catch((reason: Error) => reason);
  expect(error?.stack).toMatch(/^TimedOutError: "B" was not on the screen[^]*waitHere/);
});

test("asks again while the device is busy or fails", async () => {
  answers = [{ status: 502, code: "device_failed" }, { status: 429, code: "device_busy" }, ELEMENT];
  expect((await waits.waitFor("ok")).text).toBe("OK");
});

test("rejects after the timeout", async () => {
  answers = [{ status: 408, code: "wait_timeout" }];
  const waiting = waits.waitFor({ text: "OK" }, { timeoutMs: 20 });
  await expect(waiting).rejects.toThrow('{"text":"OK"} was not on the screen of sbx_1 within 20 ms');
  await expect(waiting).rejects.toBeInstanceOf(TimedOutError);
});

test("rejects at once when the box is gone", async () => {
  answers = [{ status: 404, code: "sandbox_not_found" }];
  await expect(waits.waitFor("OK")).rejects.toMatchObject({ code: "sandbox_not_found" });
  expect(api.calls).toHaveLength(1);
});

test("rejects with the signal's reason during a pause", async () => {
  answers = [{ status: 502, code: "device_failed" }];
  const caller = new AbortController();
  onCall = () => setImmediate(() => caller.abort(new Error("no longer wanted")));
  await expect(waits.waitFor("OK", { timeoutMs: 120_000, signal: caller.signal })).rejects.toThrow("no longer wanted");
});
