import type { Endpoint } from "@terrarium/contract/endpoint";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Architecture } from "./android-gbox.ts";
import { BOX_CALLS, BOX_CHANGES, BOX_GROUPS } from "./box-calls.ts";
import { GboxClient } from "./gbox-client.ts";
import { TerrariumClient } from "./terrarium-client.ts";
import { AuthenticationError } from "./terrarium-error.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

const VARIABLES = ["TERRARIUM_API_KEY", "GBOX_API_KEY", "TERRARIUM_BASE_URL", "TERRARIUM_URL", "GBOX_BASE_URL"];
let api: Awaited<ReturnType<typeof startFakeApi>>;
const ANSWERS: Record<string, unknown> = {
  "/api/v1/gbox/android/create": { uid: "sbx_1" },
  "/api/v1/gbox/android/screenshot": { url: "data:image/png;base64,AA==" },
  "/api/v1/gbox/android/deviceScreenSize": [720, 1280],
  "/api/v1/boxes": { id: "sbx_1", status: "running" },
  "/api/v1/boxes/sbx_1": { id: "sbx_1", status: "error" },
  "/api/v1/boxes?pageSize=5": { data: [{ id: "sbx_1" }], page: 1, pageSize: 5, total: 1 },
  "/api/v1/boxes?pageSize=1&page=1": { data: [{ id: "sbx_2" }], page: 1, pageSize: 1, total: 2 },
  "/api/v1/boxes?pageSize=1&page=2": { data: [{ id: "sbx_1" }], page: 2, pageSize: 1, total: 2 },
};

beforeEach(async () => {
  api = await startFakeApi((call, response) => answerJson(response, ANSWERS[call.path ?? ""] ?? {}));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

test("sends the alpha calls as the contract defines them", async () => {
  const android = await new GboxClient({ apiKey: "k", baseUrl: api.baseUrl }).initAndroid({ arch: Architecture.ARM64 });
  expect(android).toMatchObject({ sandboxId: "sbx_1", arch: "arm64" });
  await android.keypress("home");
  await android.click(10, 20.5);
  await android.type("it's %s");
  await android.drag([1, 2], [3, 4], 800);
  await android.drag([1, 2], [3, 4]);
  await android.scroll([1, 2], [3, 4]);
  expect(await android.screenshot()).toBe("data:image/png;base64,AA==");
  expect(await android.getDeviceScreenSize()).toEqual([720, 1280]);
  const uid = "sbx_1";
  const line = { uid, startX: 1, startY: 2, endX: 3, endY: 4 };
  expect(api.calls.map(({ path, body }) => [path?.slice("/api/v1/gbox/android/".length), body])).toEqual([
    ["create", { architecture: "arm64" }],
    ["keyPress", { uid, key: "home" }],
    ["click", { uid, x: 10, y: 20.5 }],
    ["type", { uid, text: "it's %s" }],
    ["drag", { ...line, ms: 800 }],
    ["drag", line],
    ["scroll", line],
    ["screenshot", { uid }],
    ["deviceScreenSize", { uid }],
  ]);
});

test("a short drag waits as long as the server may take", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const busy = await startFakeApi((call, response) => {
    if (call.path?.endsWith("/drag")) vi.advanceTimersByTime(20_000);
    answerJson(response, { uid: "sbx_1" });
  });
  try {
    const android = await new GboxClient({ apiKey: "k", baseUrl: busy.baseUrl }).initAndroid();
    await expect(android.drag([1, 2], [3, 4], 800)).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
    await busy.close();
  }
});

test.each([
  ["in options", { boxId: "sbx_9" }],
  ["alone", "sbx_9"],
])("connects to a running sandbox given %s", async (_, options) => {
  const android = await new GboxClient({ apiKey: "k", baseUrl: api.baseUrl }).initAndroid(options);
  expect(android.sandboxId).toBe("sbx_9");
  expect(api.calls).toEqual([]);
});

test.each([
  ["TERRARIUM_API_KEY", "TERRARIUM_BASE_URL"],
  ["TERRARIUM_API_KEY", "TERRARIUM_URL"],
  ["GBOX_API_KEY", "GBOX_BASE_URL"],
])("reads key and address from %s and %s", async (keyName, urlName) => {
  for (const name of VARIABLES) vi.stubEnv(name, "");
  vi.stubEnv(keyName, "trm_env");
  vi.stubEnv(urlName, api.baseUrl);
  await new GboxClient().initAndroid();
  expect(api.calls[0]).toMatchObject({ authorization: "Bearer trm_env", body: { architecture: "x86" } });
});

test("prefers Terrarium variables over those of the gbox SDK", async () => {
  for (const name of VARIABLES) vi.stubEnv(name, name.endsWith("KEY") ? name : "http://localhost:1");
  vi.stubEnv("TERRARIUM_BASE_URL", api.baseUrl);
  await new TerrariumClient().templates.list();
  expect(api.calls[0]).toMatchObject({ authorization: "Bearer TERRARIUM_API_KEY" });
});

test.each([
  ["TerrariumClient", () => new TerrariumClient()],
  ["GboxClient", () => new GboxClient()],
])("%s without a key throws an error that names TERRARIUM_API_KEY", (_name, make) => {
  for (const name of VARIABLES) vi.stubEnv(name, "");
  expect(make).toThrow(AuthenticationError);
  expect(make).toThrow("set TERRARIUM_API_KEY");
});

test("sends the boxes calls as the contract defines them", async () => {
  const { boxes } = new TerrariumClient({ apiKey: "k", baseUrl: api.baseUrl });
  await boxes.create({ config: { expiresIn: "5m", labels: { run: "1" } } });
  await boxes.get("sbx_1");
  await boxes.list({ pageSize: 5 });
  await boxes.terminate("sbx_1");
  expect(api.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", "/api/v1/boxes", { config: { expiresIn: "5m", labels: { run: "1" } } }],
    ["GET", "/api/v1/boxes/sbx_1", undefined],
    ["GET", "/api/v1/boxes?pageSize=5", undefined],
    ["POST", "/api/v1/boxes/sbx_1/terminate", {}],
  ]);
});

test("sends template and webhook calls as the contract defines them", async () => {
  const { templates, webhooks } = new TerrariumClient({ apiKey: "k", baseUrl: api.baseUrl });
  await templates.list();
  await webhooks.create({ url: "https://example.com/", events: ["box.ready"] });
  await webhooks.list();
  await webhooks.update("whk_1", { enabled: false });
  await webhooks.rotateSecret("whk_1");
  await webhooks.test("whk_1");
  await webhooks.deliveries("whk_1", { before: "dlv_9" });
  await webhooks.replay("whk_1", { deliveryId: "dlv_1" });
  await webhooks.delete("whk_1", { organizationId: "org_1" });
  const webhookId = "whk_1";
  expect(api.calls.map(({ path, body }) => [path?.slice("/api/v1/".length), body])).toEqual([
    ["template/get_all_templates", undefined],
    ["webhook/create_webhook", { url: "https://example.com/", events: ["box.ready"] }],
    ["webhook/get_webhooks", {}],
    ["webhook/update_webhook", { webhookId, enabled: false }],
    ["webhook/rotate_webhook_secret", { webhookId }],
    ["webhook/test_webhook", { webhookId }],
    ["webhook/get_webhook_deliveries", { webhookId, before: "dlv_9" }],
    ["webhook/replay_webhook_delivery", { webhookId, deliveryId: "dlv_1" }],
    ["webhook/delete_webhook", { webhookId, organizationId: "org_1" }],
  ]);
});

test("a box prints its fields and ends with its block", async () => {
  const { boxes } = new TerrariumClient({ apiKey: "k", baseUrl: api.baseUrl });
  {
    await using box = await boxes.create();
    expect(JSON.parse(JSON.stringify(box))).toEqual({ id: "sbx_1", status: "running" });
    expect(await box.refresh()).toBe(box);
    expect(box.status).toBe("error");
    await box.actions.list({ limit: 3 });
  }
  expect(api.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/v1/boxes",
    "GET /api/v1/boxes/sbx_1",
    "GET /api/v1/boxes/sbx_1/actions?limit=3",
    "POST /api/v1/boxes/sbx_1/terminate",
  ]);
});

test("reads all boxes page by page", async () => {
  const { boxes } = new TerrariumClient({ apiKey: "k", baseUrl: api.baseUrl });
  const ids: string[] = [];
  for await (const { id } of boxes.all({ pageSize: 1 })) ids.push(id);
  expect(ids).toEqual(["sbx_2", "sbx_1"]);
  expect((await boxes.list({ pageSize: 5 })).data[0]?.id).toBe("sbx_1");
});

test("reads only the pages needed for the limit", async () => {
  const { boxes } = new TerrariumClient({ apiKey: "k", baseUrl: api.baseUrl });
  const ids: string[] = [];
  for await (const { id } of boxes.all({ pageSize: 1, limit: 1 })) ids.push(id);
  expect(ids).toEqual(["sbx_2"]);
  expect(api.calls.map(({ path }) => path)).toEqual([expect.stringMatching(/page=1$|page=1&/)]);
});

test("yields each box once while boxes end and start", async () => {
  let running = ["sbx_4", "sbx_3", "sbx_2", "sbx_1"];
  let lists = 0;
  const fleet = await startFakeApi(({ path = "" }, response) => {
    const { pathname, searchParams } = new URL(path, "http://fleet");
    const [, ended] = /\/boxes\/(\w+)\/terminate$/.exec(pathname) ?? [];
    if (ended) {
      running = running.filter((id) => id !== ended);
      return answerJson(response, {});
    }
    if (++lists === 2) running = ["sbx_5", ...running];
    const [page, pageSize] = [Number(searchParams.get("page")), Number(searchParams.get("pageSize"))];
    const data = running.slice((page - 1) * pageSize, page * pageSize).map((id) => ({ id }));
    answerJson(response, { data, page, pageSize, total: running.length });
  });
  onTestFinished(fleet.close);
  const { boxes } = new TerrariumClient({ apiKey: "k", baseUrl: fleet.baseUrl });
  const ids: string[] = [];
  for await (const box of boxes.all({ pageSize: 2 })) {
    ids.push(box.id);
    await box.terminate();
  }
  expect(ids).toEqual(["sbx_4", "sbx_3", "sbx_2", "sbx_1"]);
});

test("every box method maps its inputs to one place", () => {
  const calls = [BOX_CALLS, BOX_CHANGES, ...Object.values(BOX_GROUPS)].flatMap((table): Endpoint[] =>
    Object.values(table),
  );
  for (const { path, body, query } of calls) {
    expect(path).toContain("/boxes/{boxId}");
    expect({ path, places: [body, query].filter((place) => place !== undefined).length }).not.toMatchObject({
      places: 2,
    });
  }
});
