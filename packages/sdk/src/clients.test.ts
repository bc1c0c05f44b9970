import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Architecture } from "./android-gbox.ts";
import { GboxClient } from "./gbox-client.ts";
import { Terrarium } from "./terrarium.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

let api: Awaited<ReturnType<typeof startFakeApi>>;
const ANSWERS: Record<string, unknown> = {
  "/api/v1/gbox/android/create": { uid: "sbx_1" },
  "/api/v1/gbox/android/screenshot": { url: "data:image/png;base64,AA==" },
  "/api/v1/gbox/android/deviceScreenSize": [720, 1280],
};

beforeEach(async () => {
  api = await startFakeApi((call, response) => answerJson(response, ANSWERS[call.path ?? ""] ?? {}));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

test("the alpha calls go out as the contract says", async () => {
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

test.each([
  ["in options", { boxId: "sbx_9" }],
  ["alone", "sbx_9"],
])("a sandbox that runs already can be named %s", async (_, options) => {
  const android = await new GboxClient({ apiKey: "k", baseUrl: api.baseUrl }).initAndroid(options);
  expect(android.sandboxId).toBe("sbx_9");
  expect(api.calls).toEqual([]);
});

test("key and address come from the environment", async () => {
  vi.stubEnv("GBOX_API_KEY", "trm_env");
  vi.stubEnv("GBOX_BASE_URL", api.baseUrl);
  await new GboxClient().initAndroid();
  expect(api.calls[0]).toMatchObject({ authorization: "Bearer trm_env", body: { architecture: "x86" } });
});

test("without a key there is no client", () => {
  vi.stubEnv("GBOX_API_KEY", "");
  expect(() => new GboxClient()).toThrow("GBOX_API_KEY is not set on environment variables");
  expect(() => new Terrarium()).toThrow("GBOX_API_KEY is not set on environment variables");
});

test("the boxes calls go out as the contract says", async () => {
  const { boxes } = new Terrarium({ apiKey: "k", baseUrl: api.baseUrl });
  await boxes.create({ config: { expiresIn: "5m", labels: { run: "1" } } });
  await boxes.get("sbx_1");
  await boxes.list({ pageSize: 5 });
  await boxes.terminate("sbx_1");
  expect(api.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["POST", "/api/v1/boxes", { type: "android", config: { expiresIn: "5m", labels: { run: "1" } } }],
    ["GET", "/api/v1/boxes/sbx_1", undefined],
    ["GET", "/api/v1/boxes?pageSize=5", undefined],
    ["POST", "/api/v1/boxes/sbx_1/terminate", {}],
  ]);
});
