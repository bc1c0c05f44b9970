import { afterEach, beforeEach, expect, test } from "vitest";
import { HttpClient } from "./http-client.ts";
import { TimedOutError } from "./terrarium-error.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";
import { screenWaits } from "./wait-for.ts";

const node = (text: string, id: string, more = 'clickable="true" bounds="[0,0][9,9]"') =>
  `<node index="0" text="${text}" resource-id="${id}" class="android.widget.TextView" package="com.a" content-desc="" ${more}>`;
const screen = (...nodes: string[]) =>
  `<?xml version='1.0'?><hierarchy rotation="0">${nodes.map((each) => `${each}</node>`).join("")}</hierarchy>`;

let api: Awaited<ReturnType<typeof startFakeApi>>;
let waits: ReturnType<typeof screenWaits>;
/** Screens or errors, one per look. The last one repeats. */
let looks: (string | { status: number; code: string })[];
let onLook: () => void;

beforeEach(async () => {
  onLook = () => undefined;
  api = await startFakeApi((_, response) => {
    const look = (looks.length > 1 ? looks.shift() : looks[0]) ?? "";
    onLook();
    if (typeof look === "string") answerJson(response, { content: look });
    else answerJson(response, { code: look.code, message: look.code }, look.status);
  });
  waits = screenWaits(new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" }), "sbx_1");
});
afterEach(() => api.close());

const FAST = { intervalMs: 1 };

test("resolves when the screen shows the element", async () => {
  looks = [screen(node("Loading", "")), screen(node("Sent &amp; read &#x1F600;", "com.a:id/title"))];
  expect(await waits.waitFor("sent &", FAST)).toMatchObject({
    text: "Sent & read 😀",
    id: "com.a:id/title",
    className: "android.widget.TextView",
    packageName: "com.a",
    clickable: true,
    bounds: { left: 0, top: 0, right: 9, bottom: 9 },
  });
  expect(api.calls.map(({ path }) => path)).toEqual(Array(2).fill("/api/v1/boxes/sbx_1/actions/screen-layout"));
});

test("skips invisible elements", async () => {
  looks = [screen(node("OK", "a", 'bounds="[0,0][0,9]"')), screen(node("OK", "b"))];
  expect((await waits.waitFor({ text: "OK" }, FAST)).id).toBe("b");
});

test("returns the element at the selector's index", async () => {
  looks = [screen(node("A", "com.a:id/row")), screen(node("A", "com.a:id/row"), node("B", "com.a:id/row"))];
  expect((await waits.waitFor({ id: "row", index: 1 }, FAST)).text).toBe("B");
});

test("looks again while the device is busy or fails", async () => {
  looks = [{ status: 502, code: "device_failed" }, { status: 429, code: "device_busy" }, screen(node("OK", ""))];
  expect((await waits.waitFor("ok", FAST)).text).toBe("OK");
});

test("rejects after the timeout", async () => {
  looks = [screen(node("Loading", ""))];
  const waiting = waits.waitFor({ text: "OK" }, { timeoutMs: 20, intervalMs: 5 });
  await expect(waiting).rejects.toThrow('{"text":"OK"} was not on the screen of sbx_1 within 20 ms');
  await expect(waiting).rejects.toBeInstanceOf(TimedOutError);
});

test("rejects at once when the box is gone", async () => {
  looks = [{ status: 404, code: "sandbox_not_found" }];
  await expect(waits.waitFor("OK", FAST)).rejects.toMatchObject({ code: "sandbox_not_found" });
  expect(api.calls).toHaveLength(1);
});

test("rejects with the signal's reason during a pause", async () => {
  looks = [screen(node("Loading", ""))];
  const caller = new AbortController();
  onLook = () => setImmediate(() => caller.abort(new Error("no longer wanted")));
  const options = { intervalMs: 60_000, timeoutMs: 120_000, signal: caller.signal };
  await expect(waits.waitFor("OK", options)).rejects.toThrow("no longer wanted");
});
